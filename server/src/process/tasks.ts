// SPDX-License-Identifier: Apache-2.0
/** The periodic tasks of the service, with their periods. */
import type pg from 'pg';
import type { Chat } from '../decisions/chat/index.ts';
import { type OwnCalls, settleLostCalls, settleOwnCalls } from '../decisions/gateways/index.ts';
import { escalateReviews, expireReviews } from '../decisions/reviews/index.ts';
import { deleteRowsOfEnded } from '../lifecycle/data-rights/index.ts';
import { type DemoDeps, keepDemo } from '../lifecycle/demo/index.ts';
import { deleteEndedRows, deleteExpiredEvents, turnPartitions } from '../lifecycle/retention/index.ts';
import { scanAll } from '../measures/anomalies/index.ts';
import { countAllEvents } from '../measures/counts/index.ts';
import { endGraces } from '../organization/billing/index.ts';
import { type NoticesOptions, noteBudgets, noteQuotas, prepareNotices } from '../organization/notices/index.ts';
import { pagesOfOrganizations } from '../organization/organizations/index.ts';
import type { Mails } from '../outgoing/mail/index.ts';
import { type Archive, NO_ARCHIVE } from '../record/archive/index.ts';
import {
  archiveEntries,
  type CheckpointPushes,
  type Checkpoints,
  forgetAcceptedLosses,
  thinCheckpoints,
} from '../record/audit/index.ts';
import type { Sink } from '../record/sinks/index.ts';
import { noteRetiredKeys } from '../registry/api-keys/index.ts';
import { endGrantsRunOut } from '../registry/grants/index.ts';
import { type FirstProofDeps, proveUnproved } from '../rules/guardrails/index.ts';
import type { LongestChains } from '../storage/heads/index.ts';
import type { Task } from '../storage/jobs/index.ts';
import type { Metrics } from '../storage/metrics/index.ts';
import { workWaits } from '../storage/outbox/index.ts';

const REVIEW_EXPIRY_EVERY_MS = 10_000;
const REVIEW_ESCALATION_EVERY_MS = 10_000;
/** Every entry is covered within ten seconds, even when the process whose turn it was has just died with its lease. */
const CHECKPOINTS_EVERY_MS = 3_000;
const ACCEPTED_LOSSES_EVERY_MS = 2_000;
const PUSHES_EVERY_MS = 2_000;
const MAIL_EVERY_MS = 2_000;
const NOTICES_EVERY_MS = 1_000;
const CHAT_EVERY_MS = 500;
/** How far a collector is behind the decisions, at most and while it takes what it gets. */
const SINK_EVERY_MS = 2_000;
const LOST_CALLS_EVERY_MS = 30_000;
/** How far the overview and figures are behind the decisions, at most and in a service that keeps up. */
const COUNTING_EVERY_MS = 2_000;
const RETIRED_KEYS_EVERY_MS = 30_000;
const QUOTA_NOTICES_EVERY_MS = 30_000;
const ANOMALY_SCAN_EVERY_MS = 300_000;
/** After a start, and at night, visitors wait this long at most until the demo is begun. */
const DEMO_EVERY_MS = 5_000;
/** Claims of a provisioning file are shown as to be proved for this long. */
const FIRST_PROOFS_EVERY_MS = 5_000;
const CLEANING_EVERY_MS = 60_000;
const THINNING_EVERY_MS = 3_600_000;
/** A week of partitions is there ahead. */
const PARTITIONS_EVERY_MS = 3_600_000;
const ARCHIVING_EVERY_MS = 3_600_000;
const ENDED_ORGANIZATIONS_EVERY_MS = 10_000;

/** @param archive has files of organizations that have ended */
export function serviceTasks(pool: pg.Pool, metrics: Metrics, archive: Archive = NO_ARCHIVE): Task[] {
  return [
    {
      name: 'review-expiry',
      everyMs: REVIEW_EXPIRY_EVERY_MS,
      run: async (signal) => (await expireReviews(pool, signal)).left,
    },
    {
      name: 'review-escalation',
      everyMs: REVIEW_ESCALATION_EVERY_MS,
      run: async (signal) => (await escalateReviews(pool, signal)).left,
    },
    {
      name: 'anomaly-scan',
      everyMs: ANOMALY_SCAN_EVERY_MS,
      run: (signal) => scanAll({ pool, metrics }, signal),
    },
    {
      name: 'retired-keys',
      everyMs: RETIRED_KEYS_EVERY_MS,
      run: (signal) => eachPage(pool, signal, (organizationIds) => noteRetiredKeys(pool, organizationIds)),
    },
    {
      name: 'grant-expiry',
      everyMs: REVIEW_EXPIRY_EVERY_MS,
      run: (signal) => eachPage(pool, signal, (organizationIds) => endGrantsRunOut(pool, organizationIds)),
    },
    ...planTasks(pool),
    {
      name: 'event-retention',
      everyMs: CLEANING_EVERY_MS,
      goesOn: true,
      run: (signal) => deleteExpiredEvents(pool, pool.clock.nowMs(), signal),
    },
    {
      name: 'checkpoint-thinning',
      everyMs: THINNING_EVERY_MS,
      goesOn: true,
      run: (signal) => thinCheckpoints(pool, signal),
    },
    {
      name: 'ended-organizations',
      everyMs: ENDED_ORGANIZATIONS_EVERY_MS,
      goesOn: true,
      run: (signal) => deleteRowsOfEnded(pool, pool.clock.nowMs(), signal, archive),
    },
    {
      name: 'ended-rows',
      everyMs: CLEANING_EVERY_MS,
      goesOn: true,
      run: (signal) => deleteEndedRows(pool, signal),
    },
  ];
}

function planTasks(pool: pg.Pool): Task[] {
  return [
    {
      name: 'quota-notices',
      everyMs: QUOTA_NOTICES_EVERY_MS,
      run: (signal) =>
        eachPage(pool, signal, async (organizationIds) => {
          await noteQuotas(pool, organizationIds, pool.clock.nowMs());
          await noteBudgets(pool, organizationIds);
        }),
    },
    {
      name: 'billing-graces',
      everyMs: CLEANING_EVERY_MS,
      run: (signal) =>
        eachPage(pool, signal, (organizationIds) => endGraces(pool, organizationIds, pool.clock.nowMs())),
    },
  ];
}

export function partitionsTask(pool: pg.Pool, patient: pg.Pool): Task {
  return {
    name: 'partitions',
    everyMs: PARTITIONS_EVERY_MS,
    run: (signal) => turnPartitions({ pool, patient }, pool.clock.nowMs(), signal),
  };
}

/** Goes through all organizations, a page at a time. @returns 0: nothing is left for the next run */
async function eachPage(
  pool: pg.Pool,
  signal: AbortSignal,
  work: (organizationIds: readonly string[]) => Promise<unknown>,
): Promise<number> {
  for await (const organizationIds of pagesOfOrganizations(pool)) {
    if (signal.aborted) break;
    await work(organizationIds);
  }
  return 0;
}

/** One process settles the calls of dead processes, and each process settles its own. */
export function lostCallsTasks(pool: pg.Pool, own: OwnCalls): Task[] {
  return [
    {
      name: 'gateway-outcomes',
      everyMs: LOST_CALLS_EVERY_MS,
      run: async (signal) => (await settleLostCalls(pool, own, signal)).left,
    },
    {
      name: 'own-gateway-outcomes',
      everyMs: LOST_CALLS_EVERY_MS,
      isOfEachProcess: true,
      run: async (signal) => void (await settleOwnCalls(pool, own, signal)),
    },
  ];
}

export function countingTask(pool: pg.Pool): Task {
  return {
    name: 'decision-counts',
    everyMs: COUNTING_EVERY_MS,
    goesOn: true,
    run: (signal) => countAllEvents(pool, signal),
  };
}

export function firstProofsTask(deps: FirstProofDeps): Task {
  return {
    name: 'first-proofs',
    everyMs: FIRST_PROOFS_EVERY_MS,
    run: (signal) => eachPage(deps.pool, signal, (organizationIds) => proveUnproved(deps, organizationIds, signal)),
  };
}

/** One process makes the demo, and ends it where it is no longer asked for. */
export function demoTask(deps: DemoDeps, isOn: boolean): Task {
  return {
    name: 'demo',
    everyMs: DEMO_EVERY_MS,
    run: (signal) => keepDemo(deps, { isOn }, deps.pool.clock.nowMs(), signal),
  };
}

export function checkpointTask(checkpoints: Pick<Checkpoints, 'coverAll'>): Task {
  return { name: 'audit-checkpoints', everyMs: CHECKPOINTS_EVERY_MS, run: (signal) => checkpoints.coverAll(signal) };
}

export function archiveTask(deps: Parameters<typeof archiveEntries>[0]): Task {
  return {
    name: 'audit-archive',
    everyMs: ARCHIVING_EVERY_MS,
    goesOn: true,
    run: (signal) => archiveEntries(deps, signal),
  };
}

/** The events of one chain go out in order, so one process sends them. */
export function sinkTask(sink: Sink): Task {
  return { name: 'siem-events', everyMs: SINK_EVERY_MS, run: (signal) => sink.sendNew(signal) };
}

/** Each process remembers chains for itself. It asks only while it has found a loss. */
export function acceptedLossesTask(
  pool: pg.Pool,
  chains: LongestChains,
  log: Parameters<typeof forgetAcceptedLosses>[2],
): Task {
  return {
    name: 'accepted-losses',
    everyMs: ACCEPTED_LOSSES_EVERY_MS,
    isOfEachProcess: true,
    run: () => forgetAcceptedLosses(pool, chains, log),
  };
}

export function pushTask(pool: pg.Pool, pushes: CheckpointPushes): Task {
  return {
    name: 'checkpoint-pushes',
    everyMs: PUSHES_EVERY_MS,
    isOfEachProcess: true,
    waits: () => workWaits(pool, 'checkpoint_outbox'),
    run: (signal) => pushes.pushDue(signal),
  };
}

/** Each process sends what it can claim: a message is with its readers within seconds. */
export function chatTask(pool: pg.Pool, chat: Pick<Chat, 'sendDue'>): Task {
  return {
    name: 'chat',
    everyMs: CHAT_EVERY_MS,
    isOfEachProcess: true,
    waits: () => workWaits(pool, 'chat_outbox'),
    run: (signal) => chat.sendDue(signal),
  };
}

/** One process makes the mails that are to be told, and each sends what it can claim. */
export function mailTasks(notices: NoticesOptions, mails: Mails): Task[] {
  const { pool } = notices;
  return [
    {
      name: 'notices',
      everyMs: NOTICES_EVERY_MS,
      waits: () => workWaits(pool, 'notice_outbox', 'waiting_notices'),
      run: (signal) => prepareNotices(notices, signal),
    },
    {
      name: 'mail',
      everyMs: MAIL_EVERY_MS,
      isOfEachProcess: true,
      waits: () => workWaits(pool, 'mail_outbox'),
      run: (signal) => mails.sendDue(signal),
    },
  ];
}
