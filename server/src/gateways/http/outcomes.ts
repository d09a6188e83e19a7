/** Records what became of forwarded calls: an audit entry each, in the batches of the recorder. */
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Recorder } from '../../recorder/index.ts';
import type { ForwardOutcome } from './forward.ts';

interface ForwardedCall {
  organizationId: string;
  apiKeyId: string;
  eventId: string;
  call: { credentialId: string | null; keyPrefix: string; method: string; routeId: string; sandbox: boolean };
  outcome: ForwardOutcome;
}

export interface Outcomes {
  /**
   * Resolves when it is recorded, or when the first attempt has failed: the upstream has been called, and its caller
   * must not be told to call it again. Further attempts go on behind.
   */
  record(call: ForwardedCall): Promise<void>;
  /** Resolves when no attempt is left. */
  drained(): Promise<void>;
}

const ATTEMPTS_MAX = 20;
const RETRY_AFTER_MS = 500;

export function createOutcomes(recorder: Recorder, log: FastifyBaseLogger): Outcomes {
  const underWay = new Set<Promise<void>>();
  let isStopping = false;

  async function retry(draft: Parameters<Recorder['record']>[0]): Promise<void> {
    for (let attempt = 2; attempt <= ATTEMPTS_MAX && !isStopping; attempt += 1) {
      await pause(RETRY_AFTER_MS);
      try {
        await recorder.record(draft);
        return;
      } catch {
        // The next attempt, or the task that finds calls whose process has gone.
      }
    }
    log.error('the outcome of a forwarded call could not be recorded; it will be recorded as unknown');
  }

  return {
    async record(call) {
      const draft = draftOf(call);
      try {
        await recorder.record(draft);
      } catch {
        const retrying = retry(draft).finally(() => underWay.delete(retrying));
        underWay.add(retrying);
      }
    },
    async drained() {
      isStopping = true;
      await Promise.all(underWay);
    },
  };
}

function draftOf({
  organizationId,
  apiKeyId,
  eventId,
  call,
  outcome,
}: ForwardedCall): Parameters<Recorder['record']>[0] {
  const { status, error, latencyMs } = outcome;
  return {
    organizationId,
    apiKeyId,
    eventId,
    atMs: Date.now(),
    auditMetadata: {
      credentialId: call.credentialId,
      error,
      keyPrefix: call.keyPrefix,
      latencyMs,
      method: call.method,
      protocol: 'HTTP',
      routeId: call.routeId,
      sandbox: call.sandbox,
      status,
    },
  };
}
