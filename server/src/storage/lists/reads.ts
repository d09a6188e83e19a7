// SPDX-License-Identifier: Apache-2.0
/** Who may read at once: turns of each person, each organization and the process, before a connection is asked for. */
import {
  EXPORTS_AT_ONCE_PER_ORGANIZATION,
  EXPORTS_AT_ONCE_PER_PERSON,
  SEARCHES_AT_ONCE_PER_ORGANIZATION,
  SEARCHES_AT_ONCE_PER_PERSON,
} from '@svc/contract';
import type pg from 'pg';
import { ApiError } from '../../platform/errors/index.ts';
import { createSharedWork, type PlaceLimits, SHARED_PLACES, type SharedWork } from '../../platform/shares/index.ts';
import { learnHolders } from '../limits/index.ts';
import {
  EXPORTS_WAITING_PER_PERSON,
  LISTS_AT_ONCE_PER_ORGANIZATION,
  LISTS_AT_ONCE_PER_PERSON,
  LISTS_WAITING_PER_PERSON,
  RETRY_AFTER_SECONDS,
} from './limits.ts';

/** Who reads. */
export interface Reader {
  userId: string;
  organizationId: string;
}

/** `list`: a page that an index gives. `search`: rows are looked at one by one. `export`: everything, page by page. */
type ReadKind = 'list' | 'search' | 'export';

export interface Reads {
  /** The connections of lists, searches and exports, and of nothing else. */
  pool: pg.Pool;
  /**
   * Waits for a turn of its kind.
   * @returns the end of the turn, which may be called more than once
   * @throws ApiError 429 when the person or the organization reads as much at once as it may
   */
  begin(reader: Reader, kind: ReadKind): Promise<() => void>;
  /** Runs `work` in a turn. @throws ApiError 429, and any error of `work` */
  run<Result>(reader: Reader, kind: ReadKind, work: () => Promise<Result>): Promise<Result>;
}

interface Bound {
  work: SharedWork;
  keyOf(reader: Reader): string;
}

/** @param pool connections made with `createReadPool` */
export function createReads(pool: pg.Pool): Reads {
  const boundsOf = createBounds();
  async function begin(reader: Reader, kind: ReadKind): Promise<() => void> {
    await learnHolders(pool, [reader.organizationId]);
    const ends: (() => void)[] = [];
    const end = () => ends.forEach((one) => void one());
    try {
      for (const { work, keyOf } of boundsOf[kind]) ends.push(await work.begin(keyOf(reader)));
    } catch (error) {
      end();
      throw error;
    }
    return end;
  }
  return {
    pool,
    begin,
    async run(reader, kind, work) {
      const end = await begin(reader, kind);
      try {
        return await work();
      } finally {
        end();
      }
    },
  };
}

/** A person waits for the own place first, and so stands in the organization's line only so often. */
function createBounds(): Record<ReadKind, readonly Bound[]> {
  const person = ({ userId }: Reader) => userId;
  const organization = ({ organizationId }: Reader) => organizationId;
  return {
    list: [
      bound(
        ofEach(LISTS_AT_ONCE_PER_PERSON, LISTS_WAITING_PER_PERSON),
        person,
        'You read too many lists at once; ask again when the others are answered.',
      ),
      bound(
        ofEach(LISTS_AT_ONCE_PER_ORGANIZATION, UNBOUNDED),
        organization,
        'The organization reads too many lists at once; ask again in a moment.',
      ),
    ],
    search: [
      bound(
        ofEach(SEARCHES_AT_ONCE_PER_PERSON, 0),
        person,
        `You have ${SEARCHES_AT_ONCE_PER_PERSON} searches under way; ask again when one has ended.`,
      ),
      bound(
        ofEach(SEARCHES_AT_ONCE_PER_ORGANIZATION, 0),
        organization,
        `The organization has ${SEARCHES_AT_ONCE_PER_ORGANIZATION} searches under way; ask again when one has ended.`,
      ),
      bound(
        SHARED_PLACES.searches,
        organization,
        'The service has too many searches under way; ask again in a moment.',
      ),
    ],
    export: [
      bound(
        ofEach(EXPORTS_AT_ONCE_PER_PERSON, EXPORTS_WAITING_PER_PERSON),
        person,
        'You have too many exports or checks under way; ask again when one has ended.',
      ),
      bound(
        ofEach(EXPORTS_AT_ONCE_PER_ORGANIZATION, UNBOUNDED),
        organization,
        'The organization has too many exports or checks under way; ask again when one has ended.',
      ),
      bound(
        SHARED_PLACES.exports,
        organization,
        'The service has too many exports or checks under way; ask again in a moment.',
      ),
    ],
  };
}

const UNBOUNDED = Number.POSITIVE_INFINITY;

/** The same bound for each, and none for all together. */
function ofEach(atOnceMax: number, waitingMax: number): PlaceLimits {
  return {
    atOnceMax: UNBOUNDED,
    keptMax: 0,
    perHolderMax: atOnceMax,
    waitingMax: waitingMax === 0 ? 0 : UNBOUNDED,
    waitingPerHolderMax: waitingMax,
  };
}

/** @param message for a caller who is refused */
function bound(limits: PlaceLimits, keyOf: Bound['keyOf'], message: string): Bound {
  const refused = () => new ApiError('rate_limited', { message, retryAfterSeconds: RETRY_AFTER_SECONDS });
  return { work: createSharedWork(limits, refused), keyOf };
}
