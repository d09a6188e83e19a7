/**
 * The one decision path of every deciding route. The steps, in order: check the key, identify agent and resource, scan
 * the content, decide (permission, risk, policies), record. A stored answer of the same idempotency key wins over a new
 * one. It is looked up after a refusal or a lost key only (decision record 4).
 */
import type { Decision, DlpType } from '@svc/contract';
import type pg from 'pg';
import { checkKey } from '../api-keys/index.ts';
import { uuidv7 } from '../db/index.ts';
import { ApiError } from '../errors/index.ts';
import { type Metrics, StepClock } from '../metrics/index.ts';
import {
  type ApiKeyRecord,
  type OrganizationSnapshot,
  type OrganizationSnapshots,
  StaleRules,
} from '../organizations/index.ts';
import type { DecisionDraft, IdempotencyDraft, Recorder } from '../recorder/index.ts';
import type { Scanner } from '../scan/index.ts';
import type { Vault } from '../vault/index.ts';
import { answerOf, draftOf } from './draft.ts';
import { canonicalRequest, fingerprintOf } from './fingerprint.ts';
import { identifyAgent, identifyResource } from './identify.ts';
import { type ReplayKey, replay } from './replay.ts';
import type { DecideRequest, Preparation } from './request.ts';

export { NO_PREPARATION } from './identify.ts';
export type { DecideRequest } from './request.ts';

export interface Decided<Call = null> {
  decision: Decision;
  /** The result of the caller's `prepare` for the snapshot that was committed; null for a replay. */
  use: Call | null;
  /** True for a stored answer. */
  isReplay: boolean;
}

export interface DecideDeps {
  pool: pg.Pool;
  snapshots: OrganizationSnapshots;
  recorder: Recorder;
  vault: Vault;
  scanner: Scanner;
  metrics: Metrics;
}

const NO_FINDINGS: readonly DlpType[] = [];

/** @throws ApiError for every reason against deciding the request; nothing is recorded then */
export async function decideAndRecord<Call>(deps: DecideDeps, request: DecideRequest<Call>): Promise<Decided<Call>> {
  const nowMs = Date.now();
  const clock = new StepClock();
  const { access, described } = request;
  const { decisions, decisionSteps, decisionSeconds } = deps.metrics;
  /** Scanned once, however often the decision is repeated. */
  let findings: readonly DlpType[] | null = described.content === undefined ? NO_FINDINGS : null;
  return await deps.snapshots.underCurrentRules(access.organizationId, async (snapshot) => {
    const key = checkKey(snapshot, access.apiKeyId, access.address, nowMs);
    const replayKey = replayKeyOf(request, key);
    const stored = () => storedAnswer(deps, snapshot, replayKey, nowMs);
    let draft: DecisionDraft;
    let prepared: Preparation<Call>;
    try {
      prepared = request.prepare(snapshot, key);
      const agent = identifyAgent(snapshot, key, described, prepared.defaults);
      const resource = identifyResource(snapshot, described, prepared.defaults);
      prepared.admit(agent, resource);
      clock.end(decisionSteps.prepare);
      findings ??= await deps.scanner.scan(described.content ?? '');
      clock.end(decisionSteps.scan);
      draft = draftOf({
        id: request.eventId ?? uuidv7(nowMs),
        nowMs,
        snapshot,
        key,
        agent,
        resource,
        request,
        findings,
        call: prepared.call,
        idempotency: replayKey === null ? null : idempotencyOf(deps.vault, replayKey),
      });
    } catch (error) {
      // The stored answer of an earlier request stands, even when the same request would be refused by now.
      const answer = error instanceof ApiError ? await stored() : null;
      if (answer !== null) return answer;
      throw error;
    }
    clock.end(decisionSteps.decide);
    const outcome = await deps.recorder.record(draft);
    clock.end(decisionSteps.record);
    if (outcome.kind === 'recorded') {
      clock.endAll(decisionSeconds);
      decisions[draft.event.decision].add();
      return { decision: answerOf(draft, outcome.quotaExceeded), isReplay: false, use: prepared.use };
    }
    const answer = outcome.kind === 'duplicate' ? await stored() : null;
    if (answer !== null) return answer;
    throw new StaleRules();
  });
}

function replayKeyOf(request: DecideRequest<unknown>, key: ApiKeyRecord): ReplayKey | null {
  if (request.idempotencyKey === null) return null;
  return {
    endpoint: request.endpoint,
    key: request.idempotencyKey,
    canonicalRequest: canonicalRequest(key, request.body),
  };
}

function idempotencyOf(vault: Vault, replayKey: ReplayKey): IdempotencyDraft {
  return {
    endpoint: replayKey.endpoint,
    key: replayKey.key,
    ...fingerprintOf(vault, replayKey.canonicalRequest),
  };
}

async function storedAnswer(
  deps: DecideDeps,
  snapshot: OrganizationSnapshot,
  replayKey: ReplayKey | null,
  nowMs: number,
): Promise<Decided<never> | null> {
  if (replayKey === null) return null;
  const decision = await replay(deps.pool, deps.vault, snapshot, replayKey, nowMs);
  if (decision === null) return null;
  deps.metrics.replays.add();
  return { decision, isReplay: true, use: null };
}
