// SPDX-License-Identifier: Apache-2.0
/**
 * Consecutive batches of one organization on one connection. The second is linked to the first and sent while the first
 * commits, so that PostgreSQL never waits for the next one. If the first does not commit, the head is not the expected
 * one, and the second does not commit either.
 */
import type pg from 'pg';
import { endFailed } from '../../storage/db/index.ts';
import type { Head } from './linked-batch.ts';

export interface Lane {
  readonly connection: pg.PoolClient;
  /** The head after the last batch that was sent. */
  head: Head;
  /** Counts after the last batch that was sent, as far as its batches changed them. */
  readonly counts: Map<string, number>;
  /** Batches sent and not ended. */
  batches: number;
  hasFailed: boolean;
  /** The error that broke it; null when a batch was only refused, which ends its transaction. */
  error: unknown;
}

export class Lanes {
  readonly #open = new Map<string, Lane>();

  /** The lane of an organization on which a batch can follow. */
  of(organizationId: string): Lane | undefined {
    return this.#open.get(organizationId);
  }

  /** A lane for a batch without a predecessor. */
  open(connection: pg.PoolClient, head: Head): Lane {
    const lane: Lane = { connection, head, counts: new Map(), batches: 0, hasFailed: false, error: null };
    this.#open.set(head.organization_id, lane);
    return lane;
  }

  /** No batch follows on a lane where one did not commit. */
  fail(lane: Lane, error: unknown): void {
    lane.hasFailed = true;
    lane.error ??= error;
    this.#close(lane);
  }

  /** A batch has ended; the last one returns the connection. */
  async leave(lane: Lane): Promise<void> {
    lane.batches -= 1;
    if (lane.batches > 0) return;
    this.#close(lane);
    if (lane.error === null) lane.connection.release();
    else await endFailed(lane.connection, lane.error);
  }

  #close(lane: Lane): void {
    const { organization_id } = lane.head;
    if (this.#open.get(organization_id) === lane) this.#open.delete(organization_id);
  }
}
