// SPDX-License-Identifier: Apache-2.0
/**
 * Pushes signed checkpoints to an address of the organization, so that each has a copy out of the operator's reach.
 * Each arrives at least once and in order, and one organization never has two pushes at the same time.
 */
import type pg from 'pg';
import { type Egress, EgressFault } from '../../outgoing/egress/index.ts';
import { Places, SHARED_PLACES } from '../../platform/shares/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import {
  type BackOff,
  claimsOf,
  dueIn,
  lapseMs,
  nextDelayMs,
  type Outbox,
  sendDue,
  UNCONFIRMED_AGAIN_MS,
} from '../../storage/outbox/index.ts';

/** Pushes for one organization before others have their turn. */
const CHECKPOINTS_PER_TURN_MAX = 50;
const TIMEOUT_MS = 10_000;
/** A claim covers a turn whose every push takes its whole time. */
export const LAPSE_MS = lapseMs({ attemptMs: CHECKPOINTS_PER_TURN_MAX * TIMEOUT_MS, marginMs: 60_000 });
/** The answer's body is not used. */
const ANSWER_BYTES_MAX = 1_024;

/** The last delay repeats, since no checkpoint may be left out. */
const BACK_OFF: BackOff = { delaysMs: [5_000, 30_000, 120_000, 600_000, 1_800_000, 3_600_000], afterLast: 'repeat' };

interface PushLog {
  warn(fields: object, message: string): void;
}

export interface CheckpointPushes {
  /** Pushes all due checkpoints. @param signal ends calls under way; their checkpoints are pushed again later */
  pushDue(signal: AbortSignal): Promise<void>;
}

export function createCheckpointPushes(pool: pg.Pool, egress: Egress, log: PushLog): CheckpointPushes {
  /** @returns null on arrival, else the logged reason, which never holds the address */
  async function push(organizationId: string, next: NextCheckpoint, signal: AbortSignal): Promise<string | null> {
    try {
      const { status } = await egress.request({
        method: 'POST',
        url: next.url,
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        body: next.note,
        timeoutMs: TIMEOUT_MS,
        bodyBytesMax: ANSWER_BYTES_MAX,
        // A checkpoint is public and needs no protection.
        carriesCredential: false,
        owner: organizationId,
        privateNetworks: next.private_networks,
        signal,
      });
      return status >= 200 && status < 300 ? null : `status ${status}`;
    } catch (error) {
      if (error instanceof EgressFault) return error.code;
      throw error;
    }
  }

  const places = new Places(SHARED_PLACES.checkpointCopies);

  async function takeTurn(claimed: Claim, signal: AbortSignal): Promise<void> {
    const { organizationId } = claimed;
    let claim = claimed;
    for (let count = 0; count < CHECKPOINTS_PER_TURN_MAX && !signal.aborted; count += 1) {
      const next = await selectNext(pool, organizationId);
      if (next === null) return await deleteDone(pool, claim);
      if (next.is_unconfirmed) return await releaseClaim(pool, claim, UNCONFIRMED_AGAIN_MS);
      const failure = await push(organizationId, next, signal);
      if (signal.aborted) break;
      if (failure !== null) {
        log.warn({ organizationId, failure, attempts: claim.attempts }, 'a checkpoint could not be pushed');
        return await retryLater(pool, claim);
      }
      await notePushed(pool, organizationId, next.size);
      // A success ends the row of failures: the next push of this turn is a first attempt.
      claim = { organizationId, attempts: 1 };
    }
    await releaseClaim(pool, claim);
  }

  return {
    async pushDue(signal) {
      const faults: unknown[] = [];
      const sending = {
        pool,
        places,
        dueLanes: () => CLAIMS.due(pool),
        claim: (placesOf: ReadonlyMap<string, number>) => claimDue(pool, placesOf),
        attempt: (claim: Claim) =>
          takeTurn(claim, signal).then(
            () => true,
            (fault: unknown) => faults.push(fault) === 0,
          ),
      };
      await sendDue(sending, signal);
      if (faults.length > 0) throw faults[0];
    },
  };
}

interface Claim {
  organizationId: string;
  /** Attempts in a row without a success, including this one. */
  attempts: number;
}

async function claimDue(pool: pg.Pool, placesOf: ReadonlyMap<string, number>): Promise<Claim[]> {
  const rows = await CLAIMS.claim(pool, placesOf);
  return rows.map((row) => ({ organizationId: row.organization_id, attempts: row.attempts }));
}

const CHECKPOINTS: Outbox = {
  table: 'svc.checkpoint_outbox',
  key: 'organization_id',
  attempts: 'attempts',
  returns: ['organization_id', 'attempts'],
};

const CLAIMS = claimsOf<{ organization_id: string; attempts: number }>(CHECKPOINTS, LAPSE_MS);

interface NextCheckpoint extends Record<string, unknown> {
  url: string;
  private_networks: boolean;
  size: number;
  note: string;
  /** The owner has yet to say whether the address is theirs. */
  is_unconfirmed: boolean;
}

/** Null when all have arrived, or the organization wants no more. */
async function selectNext(pool: pg.Pool, organizationId: string): Promise<NextCheckpoint | null> {
  const rows = await inTransaction(pool, [organizationId], (transaction) =>
    transaction.query<NextCheckpoint>(SELECT_NEXT, [organizationId]),
  );
  return rows[0] ?? null;
}

const SELECT_NEXT = `
  SELECT g.checkpoint_url AS url, g.private_networks, c.size, c.note, g.unconfirmed_since IS NOT NULL AS is_unconfirmed
  FROM svc.checkpoint_outbox o
    JOIN svc.organizations g ON g.organization_id = o.organization_id AND g.checkpoint_url IS NOT NULL
    JOIN svc.audit_checkpoints c ON c.organization_id = o.organization_id AND c.size > o.pushed_size
  WHERE o.organization_id = $1
  ORDER BY c.size LIMIT 1`;

async function notePushed(pool: pg.Pool, organizationId: string, size: number): Promise<void> {
  await inTransaction(pool, [organizationId], async (transaction) => {
    await transaction.query(PUSHED, [organizationId, size]);
    await transaction.query(STAYS, [organizationId, size]);
  });
}

const PUSHED = `
  UPDATE svc.checkpoint_outbox SET pushed_size = $2, attempts = 0 WHERE organization_id = $1 AND pushed_size < $2`;
const STAYS = 'UPDATE svc.audit_checkpoints SET pushed = true WHERE organization_id = $1 AND size = $2';

async function retryLater(pool: pg.Pool, { organizationId, attempts }: Claim): Promise<void> {
  await makeDue(pool, organizationId, attempts, nextDelayMs(BACK_OFF, attempts, { random: Math.random() }));
}

/** An attempt that a stop broke off does not count, and neither does one that waits for an owner. */
async function releaseClaim(pool: pg.Pool, { organizationId, attempts }: Claim, dueInMs = 0): Promise<void> {
  await makeDue(pool, organizationId, attempts - 1, dueInMs);
}

async function makeDue(pool: pg.Pool, organizationId: string, attempts: number, inMs: number | null): Promise<void> {
  const values = [organizationId, attempts, inMs, pool.clock.now()];
  await inTransaction(pool, [organizationId], (transaction) => transaction.query(DUE_LATER, values));
}

const DUE_LATER = `
  UPDATE svc.checkpoint_outbox SET attempts = $2, due_at = ${dueIn('$3', '$4')} WHERE organization_id = $1`;

async function deleteDone(pool: pg.Pool, claim: Claim): Promise<void> {
  const { organizationId } = claim;
  const deleted = await inTransaction(pool, [organizationId], (transaction) =>
    transaction.query(DELETE_DONE, [organizationId]),
  );
  if (deleted.length === 0) await releaseClaim(pool, claim);
}

/** A concurrent signature raises `last_size` under the lock of the same row: then the row stays, and is due at once. */
const DELETE_DONE = `
  DELETE FROM svc.checkpoint_outbox o
  WHERE o.organization_id = $1 AND (o.pushed_size >= o.last_size OR NOT EXISTS (
    SELECT FROM svc.organizations g WHERE g.organization_id = $1 AND g.checkpoint_url IS NOT NULL
  ))
  RETURNING o.organization_id`;
