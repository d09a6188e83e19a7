/**
 * Batches of one organization that follow one another on one connection: the second is linked to the first and sent
 * while the first commits, so that PostgreSQL never waits for the next one. If the first does not commit, the head is
 * not the one that the second expects, and the second does not commit either.
 */
import type pg from 'pg';
import { endFailed } from '../db/index.ts';
import type { Head } from './link-batch.ts';

export interface Lane {
  readonly connection: pg.PoolClient;
  /** What the last batch that was sent makes of the head. */
  head: Head;
  /** Sent, and not ended. */
  batches: number;
  hasFailed: boolean;
  /** What broke it; null when a batch was merely refused, which ends its transaction. */
  error: unknown;
}

export class Lanes {
  readonly #open = new Map<string, Lane>();

  /** The lane of an organization that a batch can follow on. */
  of(organizationId: string): Lane | undefined {
    return this.#open.get(organizationId);
  }

  /** A lane for a batch that follows none. */
  open(connection: pg.PoolClient, head: Head): Lane {
    const lane: Lane = { connection, head, batches: 0, hasFailed: false, error: null };
    this.#open.set(head.organization_id, lane);
    return lane;
  }

  /** Nothing follows any more on a lane where a batch did not commit. */
  fail(lane: Lane, error: unknown): void {
    lane.hasFailed = true;
    lane.error ??= error;
    this.#close(lane);
  }

  /** A batch has ended; the last one gives the connection back. */
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
