/** The periodic tasks of the service, with their periods. */
import type pg from 'pg';
import { scanAll } from './anomalies/index.ts';
import type { CheckpointPushes, Checkpoints } from './audit/index.ts';
import { inTransaction } from './db/index.ts';
import { type OwnCalls, settleLostCalls, settleOwnCalls } from './gateways/index.ts';
import type { Task } from './jobs/index.ts';
import { deleteOldLeads } from './leads/index.ts';
import type { Mails } from './mail/index.ts';
import type { Metrics } from './metrics/index.ts';
import { deleteSpentWindows } from './rates/index.ts';
import {
  deleteEndedMails,
  deleteExpiredEvents,
  deleteOldRecoveries,
  deleteSpentIdempotencyRecords,
} from './retention/index.ts';
import { expireReviews } from './reviews/index.ts';
import { deleteExpiredSessions } from './sessions/index.ts';

const REVIEW_EXPIRY_EVERY_MS = 10_000;
/** Every entry is covered within ten seconds, even when the process whose turn it was has just died. */
const CHECKPOINTS_EVERY_MS = 3_000;
const PUSHES_EVERY_MS = 2_000;
const MAIL_EVERY_MS = 2_000;
const LOST_CALLS_EVERY_MS = 30_000;
const ANOMALY_SCAN_EVERY_MS = 300_000;
const CLEANING_EVERY_MS = 60_000;
const ROWS_PER_BATCH_MAX = 1_000;
/** The bound of one run, so that no task holds its lock and its connection for long. */
const BATCHES_PER_RUN_MAX = 100;

export function serviceTasks(pool: pg.Pool, metrics: Metrics): Task[] {
  return [
    {
      name: 'review-expiry',
      everyMs: REVIEW_EXPIRY_EVERY_MS,
      run: async (signal) => void (await expireReviews(pool, signal)),
    },
    {
      name: 'anomaly-scan',
      everyMs: ANOMALY_SCAN_EVERY_MS,
      run: (signal) => scanAll({ pool, metrics }, signal),
    },
    {
      name: 'event-retention',
      everyMs: CLEANING_EVERY_MS,
      run: (signal) => deleteExpiredEvents(pool, Date.now(), signal),
    },
    {
      name: 'spent-idempotency-records',
      everyMs: CLEANING_EVERY_MS,
      run: (signal) => deleteSpentIdempotencyRecords(pool, Date.now(), signal),
    },
    cleaning('old-leads', (rowsMax) =>
      inTransaction(pool, [], (transaction) => deleteOldLeads(transaction, Date.now(), rowsMax)),
    ),
    cleaning('old-recoveries', (rowsMax) =>
      inTransaction(pool, [], (transaction) => deleteOldRecoveries(transaction, Date.now(), rowsMax)),
    ),
    cleaning('ended-mails', (rowsMax) =>
      inTransaction(pool, [], (transaction) => deleteEndedMails(transaction, Date.now(), rowsMax)),
    ),
    cleaning('expired-sessions', (rowsMax) =>
      inTransaction(pool, [], (transaction) => deleteExpiredSessions(transaction, Date.now(), rowsMax)),
    ),
    // Any stranger can create buckets of sign-ins, for unknown names too: they must not pile up.
    cleaning('spent-rate-windows', (rowsMax) =>
      inTransaction(pool, [], (transaction) => deleteSpentWindows(transaction, rowsMax)),
    ),
  ];
}

/** One process settles the calls of dead processes, and each process settles its own. */
export function lostCallsTasks(pool: pg.Pool, own: OwnCalls): Task[] {
  return [
    {
      name: 'gateway-outcomes',
      everyMs: LOST_CALLS_EVERY_MS,
      run: async (signal) => void (await settleLostCalls(pool, own, signal)),
    },
    {
      name: 'own-gateway-outcomes',
      everyMs: LOST_CALLS_EVERY_MS,
      isOfEachProcess: true,
      run: async (signal) => void (await settleOwnCalls(pool, own, signal)),
    },
  ];
}

export function checkpointTask(checkpoints: Pick<Checkpoints, 'coverAll'>): Task {
  return { name: 'audit-checkpoints', everyMs: CHECKPOINTS_EVERY_MS, run: (signal) => checkpoints.coverAll(signal) };
}

export function pushTask(pushes: CheckpointPushes): Task {
  return { name: 'checkpoint-pushes', everyMs: PUSHES_EVERY_MS, run: (signal) => pushes.pushDue(signal) };
}

export function mailTask(mails: Mails): Task {
  return { name: 'mail', everyMs: MAIL_EVERY_MS, run: (signal) => mails.sendDue(signal) };
}

/** Deletes in batches until one is not full. The rest of a bounded run is at least another batch. */
function cleaning(name: string, deleteSome: (rowsMax: number) => Promise<number>): Task {
  return {
    name,
    everyMs: CLEANING_EVERY_MS,
    async run(signal) {
      for (let batch = 0; batch < BATCHES_PER_RUN_MAX && !signal.aborted; batch += 1) {
        if ((await deleteSome(ROWS_PER_BATCH_MAX)) < ROWS_PER_BATCH_MAX) return 0;
      }
      return ROWS_PER_BATCH_MAX;
    },
  };
}
