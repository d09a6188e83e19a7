/**
 * Owns the common part of all agent frameworks. A tool call is decided once and runs only when it is allowed. Otherwise
 * it tells the model the reason, in words that do not invite another try. It refuses to know any framework.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { SvcClient } from '../client.ts';
import type { FailMode, MaybeDegraded } from '../decisions/index.ts';
import type { Decision, EventRequest } from '../wire.ts';

export interface GuardSettings {
  /**
   * The conversation; random by default. A call with the same id in the same session is the same call. After a pause it
   * finds its decision and its review again, in another process too. Call ids must be unique in a session.
   */
  session?: string;
  /** The time to wait for a person at a REVIEW, where the framework cannot pause; 0, the default, does not wait. */
  waitMs?: number;
  /** Replaces the client's fail mode. */
  failMode?: FailMode;
  /** A hook for logs, called with each decision. */
  onDecision?: (decision: MaybeDegraded<Decision>) => void;
}

export interface ToolCall {
  readonly action: EventRequest;
  /** The id of the call in the framework; undefined where it has none, which makes each call a new one. */
  readonly id: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type DecideCall = (call: ToolCall) => Promise<MaybeDegraded<Decision>>;

/** One decision for each call, however often it is requested. It does not wait. */
export function callDecider(
  client: SvcClient,
  { session = randomUUID(), failMode, onDecision }: GuardSettings,
): DecideCall {
  return async ({ action, id, signal }) => {
    const decision = await client.decide(action, {
      ...(id !== undefined && { idempotencyKey: keyOfCall(session, id) }),
      ...(signal !== undefined && { signal }),
      ...(failMode !== undefined && { failMode }),
    });
    onDecision?.(decision);
    return decision;
  };
}

/** Framework ids may hold any character and have any length; a key may not. */
function keyOfCall(session: string, id: string): string {
  return `tool-${createHash('sha256')
    .update(JSON.stringify([session, id]))
    .digest('hex')}`;
}

/** Waits for the person, where the settings ask for it. */
export async function settle(
  client: SvcClient,
  decision: MaybeDegraded<Decision>,
  waitMs: number | undefined,
  signal?: AbortSignal,
): Promise<MaybeDegraded<Decision>> {
  if (waitMs === undefined || waitMs === 0) return decision;
  return await client.waitForDecision(decision, { timeoutMs: waitMs, ...(signal !== undefined && { signal }) });
}

/** The text that the model reads instead of a result. */
export function refusalMessage({ finalDecision, reasons, id }: MaybeDegraded<Decision>): string {
  const why = reasons.join(' ');
  if (finalDecision === 'REVIEW') {
    return (
      `Not run: this call waits for a person's review (svc event ${id}). ${why} ` +
      'Do not retry it and do not try another way to the same end. Tell the user that it waits for approval.'
    );
  }
  return (
    `Not run: svc decided ${finalDecision}. ${why} ` +
    'Do not retry it and do not try another way to the same end. Tell the user why it was not run.'
  );
}

/**
 * Returns a function that asks before it runs, for any framework. It returns the result of `run`, or a sentence for the
 * model.
 * @param describe the action of the call, from its input
 */
export function wrapTool<Input, Output>(
  client: SvcClient,
  describe: (input: Input) => EventRequest,
  run: (input: Input) => Output | Promise<Output>,
  settings: GuardSettings = {},
): (input: Input, call?: { id?: string; signal?: AbortSignal }) => Promise<Output | string> {
  const decide = callDecider(client, settings);
  return async (input, { id, signal } = {}) => {
    const decision = await settle(
      client,
      await decide({ action: describe(input), id, signal }),
      settings.waitMs,
      signal,
    );
    return decision.finalDecision === 'ALLOW' ? await run(input) : refusalMessage(decision);
  };
}
