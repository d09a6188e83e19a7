// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the one decision path of every deciding route. Refuses to know HTTP, and what follows a decision.
 *
 * The steps, in their order:
 *
 *     checkCaller         the key may be used now, from there and to decide; or the grant   api-keys/
 *     loadRoute           the route of a gateway's call, under these rules         the caller
 *     identifyAgent       the one agent of the key, the body or the route          identify-subject.ts
 *     seenBy              the act as the door saw it, by the tool rules            the caller
 *     identifyResource    the one resource of the body or the route                identify-subject.ts
 *     checkRestrictions   the route is for this agent, resource and action         the caller
 *     scan                the data types of content and body, once for all attempts scan/
 *     decideDraft         permission, risk, policies and verdict: core/decision    draft-decision.ts
 *     record              one batch, unless the rules or the key have changed      recorder/
 *
 * A stored answer of the same idempotency key wins over a new one. `loadStoredAnswer` looks for it only after a refusal
 * or a lost key (decision record 4). Changed rules repeat all steps but the scan.
 */
import { type Decision, DLP_TYPES, type DlpType, type EventContext } from '@svc/contract';
import type { DecisionResult } from '@svc/core/decision';
import type pg from 'pg';
import { checkCaller } from '../../organization/callers/index.ts';
import {
  type ApiKeyRecord,
  type OrganizationSnapshot,
  type OrganizationSnapshots,
  StaleRules,
} from '../../organization/organizations/index.ts';
import type { Spans } from '../../outgoing/otlp/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { type DecisionDraft, type IdempotencyDraft, type Recorder, withOutcome } from '../../record/recorder/index.ts';
import type { Scanner } from '../../record/scan/index.ts';
import { uuidv7 } from '../../storage/db/index.ts';
import { type Metrics, StepClock } from '../../storage/metrics/index.ts';
import { keptContext } from './context.ts';
import { answerOf, decideDraft, draftDecision } from './draft-decision.ts';
import type { DraftInput } from './draft-input.ts';
import { canonicalRequest, fingerprintOf } from './fingerprint.ts';
import { identifyAgent, identifyResource } from './identify-subject.ts';
import { loadStoredAnswer, type ReplayKey } from './load-stored-answer.ts';
import { asSeen, type DecideRequest } from './request.ts';
import { spanned } from './span.ts';

export { commitmentsOf, contextDifferences, keptContext } from './context.ts';
export { decideDraft, draftDecision } from './draft-decision.ts';
export { identifiedAgent } from './identify-subject.ts';
export { type DecideRequest, NO_ROUTE, type SeenAct } from './request.ts';

export interface Decided<Target = null> {
  decision: Decision;
  /** The target of the route under the committed rules; null for a replay. */
  target: Target | null;
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
  /** Null where no collector takes them. */
  spans: Spans | null;
  /** Public address of the service, without a slash at its end. */
  baseUrl: () => string;
}

/** Names the page of the review, for people who hold the link and may see it. */
export function withReviewUrl(decision: Decision, baseUrl: () => string): Decision {
  if (decision.review !== null) decision.review.url = `${baseUrl()}/app/reviews?event=${decision.id}`;
  return decision;
}

const NO_FINDINGS: readonly DlpType[] = [];

/** The state that all attempts of one request share. */
interface Run {
  nowMs: number;
  clock: StepClock;
  /** The findings of each text that was scanned. */
  scanned: Map<string, readonly DlpType[]>;
  /** The words of the agent, as they are kept. */
  context: EventContext | null;
}

/**
 * @throws ApiError for every reason against deciding the request. Nothing is recorded then, but for a 503: whether it
 *   is recorded is not known
 */
export async function decideAndRecord<Target>(
  deps: DecideDeps,
  request: DecideRequest<Target>,
): Promise<Decided<Target>> {
  const deciding = () => request.access.time.within(decideUnderRules(deps, request));
  const { spans, pool } = deps;
  return await (spans === null ? deciding() : spanned(spans, pool.clock, request, deciding));
}

async function decideUnderRules<Target>(deps: DecideDeps, request: DecideRequest<Target>): Promise<Decided<Target>> {
  const { access } = request;
  const run = newRun(deps, request);
  return await deps.snapshots.underCurrentRules(access.organizationId, async (snapshot) => {
    const checked = checkCaller(snapshot, access, 'decide', run.nowMs);
    const key = checked instanceof Promise ? await checked : checked;
    const replayKey = replayKeyOf(request, key);
    let ready: { draft: DecisionDraft; target: Target };
    try {
      ready = await prepareDraft(deps, request, run, snapshot, key, replayKey);
    } catch (error) {
      // The stored answer of an earlier request stands, even when the same request would be refused by now.
      const stored = error instanceof ApiError ? await storedAnswer(deps, snapshot, replayKey, run.nowMs) : null;
      if (stored !== null) return stored;
      throw error;
    }
    const outcome = await deps.recorder.record(ready.draft);
    run.clock.end(deps.metrics.decisionSteps.record);
    if (outcome.kind === 'recorded') {
      const draft = outcome.settled === null ? ready.draft : withOutcome(ready.draft, outcome.settled);
      return recorded(deps, run, { ...ready, draft }, outcome.quotaExceeded);
    }
    const stored = outcome.kind === 'duplicate' ? await storedAnswer(deps, snapshot, replayKey, run.nowMs) : null;
    if (stored !== null) return stored;
    throw new StaleRules();
  });
}

/** The steps between the key and the recorder, each of which may refuse. */
async function prepareDraft<Target>(
  deps: DecideDeps,
  request: DecideRequest<Target>,
  run: Run,
  snapshot: OrganizationSnapshot,
  key: ApiKeyRecord,
  replayKey: ReplayKey | null,
): Promise<{ draft: DecisionDraft; target: Target }> {
  const id = uuidv7(run.nowMs);
  const { input, outcome, target } = await weigh(deps, request, run, snapshot, key, id, replayKey);
  const draft = draftDecision(input, outcome);
  run.clock.end(deps.metrics.decisionSteps.decide);
  return { draft, target };
}

/** @param id of the event, which is told to callers that must know it before it can be seen */
async function weigh<Target>(
  { scanner, vault, metrics: { decisionSteps } }: DecideDeps,
  request: DecideRequest<Target>,
  run: Run,
  snapshot: OrganizationSnapshot,
  key: ApiKeyRecord,
  id: string,
  replayKey: ReplayKey | null,
): Promise<{ input: DraftInput; outcome: DecisionResult; target: Target }> {
  const route = request.loadRoute(snapshot, key);
  const agent = identifyAgent(snapshot, key, request.event, route.defaults);
  const seen = route.seenBy?.(agent) ?? null;
  const asked = seen === null ? request : asSeen(request, seen);
  const { event } = asked;
  const resource = identifyResource(snapshot, event, route.defaults);
  route.checkRestrictions(agent, resource);
  run.clock.end(decisionSteps.prepare);
  const texts = [event.content ?? '', route.scannedText?.() ?? '', seen?.content ?? ''];
  const findings = await findingsOf(scanner, request.access.organizationId, run, texts);
  run.clock.end(decisionSteps.scan);
  request.beforeVisible?.(id);
  const input: DraftInput = {
    id,
    nowMs: run.nowMs,
    snapshot,
    key,
    agent,
    resource,
    request: asked,
    findings,
    toolFault: route.toolFault,
    call: route.gatewayCall,
    forwarderId: route.forwarderId,
    payload: request.body,
    context: run.context,
    contentScanned: event.content !== undefined || route.scannedText !== null || seen?.content != null,
    idempotency: replayKey === null ? null : idempotencyOf(vault, replayKey),
  };
  const decided = decideDraft(input);
  return { input, outcome: decided instanceof Promise ? await decided : decided, target: route.target };
}

/** The decision that would be made now, without a record of it. */
export interface Weighed<Target> {
  /** Null where the request would be refused before the policies: see `refusal`. */
  outcome: DecisionResult | null;
  agentId: string | null;
  resourceId: string | null;
  target: Target | null;
  /** The act as it would be decided: with what the door sees; null with a refusal. */
  asked: Pick<DecideRequest, 'action' | 'event'> | null;
  /** The digest of where the call of a gateway would go, and with which credential. */
  binding: string | null;
  /** An unknown or other agent or resource, or a route that does not admit the call. */
  refusal: ApiError | null;
}

/**
 * Goes the decision path as far as the decision, for an act that was decided before.
 * @throws ApiError 400 for a request that no decision takes
 */
export async function weighAgain<Target>(
  deps: DecideDeps,
  request: DecideRequest<Target>,
  snapshot: OrganizationSnapshot,
  key: ApiKeyRecord,
  eventId: string,
): Promise<Weighed<Target>> {
  try {
    const { input, outcome, target } = await weigh(deps, request, newRun(deps, request), snapshot, key, eventId, null);
    const { agent, resource, call, request: asked } = input;
    return {
      outcome,
      asked,
      agentId: agent.id,
      resourceId: resource.id,
      target,
      binding: call?.binding ?? null,
      refusal: null,
    };
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 403 && error.status !== 404)) throw error;
    return { outcome: null, asked: null, agentId: null, resourceId: null, target: null, binding: null, refusal: error };
  }
}

function newRun({ pool }: Pick<DecideDeps, 'pool'>, { event }: DecideRequest<unknown>): Run {
  const context = keptContext(event.context);
  return { nowMs: pool.clock.nowMs(), clock: new StepClock(), scanned: new Map(), context };
}

/** Each text is scanned once, and by itself, so that no finding begins in one and ends in another. */
async function findingsOf(
  scanner: Scanner,
  organizationId: string,
  run: Run,
  texts: readonly string[],
): Promise<readonly DlpType[]> {
  const found = new Set<DlpType>();
  for (const text of texts) {
    if (text === '') continue;
    const known = run.scanned.get(text) ?? (await scanner.scan(organizationId, text));
    run.scanned.set(text, known);
    for (const type of known) found.add(type);
  }
  return found.size === 0 ? NO_FINDINGS : DLP_TYPES.filter((type) => found.has(type));
}

function recorded<Target>(
  { metrics: { decisions, decisionSeconds }, baseUrl }: DecideDeps,
  { clock }: Run,
  { draft, target }: { draft: DecisionDraft; target: Target },
  quotaExceeded: boolean,
): Decided<Target> {
  clock.endAll(decisionSeconds);
  decisions[draft.event.decision].add();
  return { decision: withReviewUrl(answerOf(draft, quotaExceeded), baseUrl), isReplay: false, target };
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
  const decision = await loadStoredAnswer(deps.pool, deps.vault, snapshot, replayKey, nowMs);
  if (decision === null) return null;
  deps.metrics.replays.add();
  return { decision: withReviewUrl(decision, deps.baseUrl), isReplay: true, target: null };
}
