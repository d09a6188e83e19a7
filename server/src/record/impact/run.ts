// SPDX-License-Identifier: Apache-2.0
/** Starts evaluations in this process, renews their rows while they go on, and ends them with it. */
import {
  type BudgetImpact,
  type BudgetSpec,
  IMPACT_OF_APPLY_SECONDS,
  IMPACTS_PER_ORGANIZATION_MAX,
  type PolicyImpact,
} from '@svc/contract';
import type { IdentifiedPolicy, Steps } from '@svc/core/policy';
import type pg from 'pg';
import type { OrganizationSnapshot } from '../../organization/organizations/index.ts';
import type { Changer } from '../../people/memberships/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import type { Logger } from '../../platform/logging/index.ts';
import { type Place, Places, SHARED_PLACES } from '../../platform/shares/index.ts';
import { inTransaction, uuidv7 } from '../../storage/db/index.ts';
import { evaluateBudgets } from './budgets.ts';
import { type Evaluation, evaluateImpact } from './evaluate.ts';
import { beginRun, cancelImpact, endRun, type RunEnd, type RunKey, renewRun, tooManyRuns } from './runs.ts';
import { type Span, selectSpan } from './stored-facts.ts';

const DAY_MS = 86_400_000;
/** A run that takes longer is cut short. */
const RUN_MS_MAX = 600_000;
const RENEWED_EVERY_MS = 1_000;
const RETRY_AFTER_SECONDS = 30;

/** A set that was checked, and how far to look back. */
interface Asked {
  proposed: Steps<IdentifiedPolicy[]>;
  days: number;
}

export interface Impacts {
  /**
   * @returns the id of the run
   * @throws ApiError 429 when too many of the organization are under way, 503 when too many are in the process
   */
  start(snapshot: OrganizationSnapshot, changer: Changer, asked: Asked): Promise<string>;
  /**
   * Evaluates for a caller who waits, and looks at the newest events only when all of them take too long.
   * @throws ApiError as above; 503 when the signal or the end of the process stopped it
   */
  evaluate(snapshot: OrganizationSnapshot, asked: Asked, signal: AbortSignal): Promise<PolicyImpact>;
  /** The same for budgets: the events of the first days alone, when all of them take too long. */
  ofBudgets(
    snapshot: OrganizationSnapshot,
    asked: { specs: readonly BudgetSpec[]; days: number },
    signal: AbortSignal,
  ): Promise<BudgetImpact>;
  /**
   * Ends a run, of whichever process. A run of this one gives its place back at once, and others at their next renewal.
   * @throws ApiError 404
   */
  cancel(key: RunKey): Promise<void>;
  /** Ends what is under way: runs are lost. */
  stop(): Promise<void>;
}

interface Pools {
  service: pg.Pool;
  /** The connections of long reads. */
  reads: pg.Pool;
}

interface Deps extends Pools {
  log: Logger;
}

interface Work {
  organizationId: string;
  /** That of its run; null while there is none. */
  id: string | null;
  place: Place;
  abort: AbortController;
  end: Promise<unknown>;
}

export function createImpacts(pools: Pools, log: Logger): Impacts {
  const deps = { ...pools, log };
  const { places, under, begin, end, goOn } = worksOf();
  const waitedFor = async <Result>(
    { organizationId }: OrganizationSnapshot,
    days: number,
    signal: AbortSignal,
    evaluated: (bounds: Bounds, ends: AbortSignal) => Promise<Result | null>,
  ): Promise<Result> => {
    const own = [...under].filter((one) => one.organizationId === organizationId);
    if (own.length >= IMPACTS_PER_ORGANIZATION_MAX) throw tooManyRuns();
    const work = begin(organizationId);
    const ends = AbortSignal.any([signal, work.abort.signal]);
    const bounds = boundsOf(deps.reads, organizationId, days);
    const impact = await goOn(
      work,
      bounds.then((found) => evaluated(found, ends)),
    );
    if (impact === null) throw stopped();
    return impact;
  };
  return {
    async start(snapshot, { accountId, organizationId }, { proposed, days }) {
      const work = begin(organizationId);
      const { key, span } = await beginRow(deps, { accountId, organizationId, days }).catch((error: unknown) => {
        end(work);
        throw error;
      });
      work.id = key.id;
      const evaluation = { snapshot, proposed, days, span, untilMs: performance.now() + RUN_MS_MAX };
      void goOn(work, carryOut(deps, key, evaluation, work.abort));
      return key.id;
    },
    evaluate: (snapshot, asked, signal) =>
      waitedFor(snapshot, asked.days, signal, (bounds, ends) =>
        evaluateImpact(deps.reads, { snapshot, ...asked, ...bounds }, ends, () => {}),
      ),
    ofBudgets: (snapshot, asked, signal) =>
      waitedFor(snapshot, asked.days, signal, (bounds, ends) =>
        evaluateBudgets(deps.reads, { snapshot, ...asked, ...bounds }, ends),
      ),
    async cancel(key) {
      await cancelImpact(pools.service, key);
      for (const work of under) {
        if (work.id !== key.id || work.organizationId !== key.organizationId) continue;
        work.abort.abort();
        places.leave(work.place);
      }
    },
    async stop() {
      for (const { abort } of under) abort.abort();
      await Promise.all([...under].map(({ end }) => end));
    },
  };
}

/** The evaluations that are under way in this process. */
function worksOf() {
  // All organizations of a process share its event loop.
  const places = new Places(SHARED_PLACES.evaluations);
  const under = new Set<Work>();
  /** Counted before its first wait, so that as many at once cannot pass the bound. */
  const begin = (organizationId: string): Work => {
    const place = places.enter(organizationId);
    if (place === null) throw busy();
    const work: Work = { organizationId, id: null, place, abort: new AbortController(), end: Promise.resolve() };
    under.add(work);
    return work;
  };
  const end = (work: Work) => {
    under.delete(work);
    places.leave(work.place);
  };
  const goOn = <Result>(work: Work, doing: Promise<Result>): Promise<Result> => {
    work.end = doing.then(
      () => end(work),
      () => end(work),
    );
    return doing;
  };
  return { places, under, begin, end, goOn };
}

function busy(): ApiError {
  const message = 'Too many evaluations over stored events are under way; try again in a while.';
  return new ApiError('unavailable', { message, retryAfterSeconds: RETRY_AFTER_SECONDS });
}

function stopped(): ApiError {
  const message = 'The evaluation over stored events was stopped. Nothing was changed; try again.';
  return new ApiError('unavailable', { message, retryAfterSeconds: RETRY_AFTER_SECONDS });
}

async function beginRow(
  { service, reads }: Deps,
  { accountId, organizationId, days }: Changer & { days: number },
): Promise<{ key: RunKey; span: Span }> {
  const span = await spanOf(reads, organizationId, days);
  const key = { organizationId, id: uuidv7(service.clock.nowMs()) };
  await beginRun(service, key, { accountId, days, eventsEstimate: span.eventsEstimate });
  return { key, span };
}

interface Bounds {
  span: Span;
  untilMs: number;
}

/** Those of a caller who waits. */
async function boundsOf(reads: pg.Pool, organizationId: string, days: number): Promise<Bounds> {
  const untilMs = performance.now() + IMPACT_OF_APPLY_SECONDS * 1_000;
  return { span: await spanOf(reads, organizationId, days), untilMs };
}

async function spanOf(reads: pg.Pool, organizationId: string, days: number): Promise<Span> {
  const from = new Date(reads.clock.nowMs() - days * DAY_MS);
  return await inTransaction(
    reads,
    [organizationId],
    (transaction) => selectSpan(transaction, organizationId, from),
    'snapshot',
  );
}

/** Never fails: a fault becomes the end of the run, and a row that cannot be written is lost after a while. */
async function carryOut(
  { service, reads, log }: Deps,
  key: RunKey,
  evaluation: Evaluation,
  abort: AbortController,
): Promise<void> {
  let events = 0;
  const renew = async () => {
    if (!(await renewRun(service, key, events))) abort.abort();
  };
  const endRenewal = service.clock.every(RENEWED_EVERY_MS, () => void renew().catch(() => {}));
  const end = await evaluateImpact(reads, evaluation, abort.signal, (looked) => {
    events = looked;
  })
    .then((result): RunEnd => {
      if (result === null) return { state: 'LOST', events, message: null, result: null };
      return { state: 'DONE', events, message: null, result };
    })
    .catch((error: unknown): RunEnd => {
      log.error({ err: error, impactId: key.id }, 'an evaluation over stored events failed');
      return { state: 'FAILED', events, message: 'It failed; start it again.', result: null };
    })
    .finally(endRenewal);
  await endRun(service, key, end).catch((error: unknown) => {
    log.error({ err: error, impactId: key.id }, 'the end of an evaluation could not be kept');
  });
}
