/** Who may read at once: turns of each person, each organization and the process, before a connection is asked for. */
import {
  EXPORTS_AT_ONCE_PER_ORGANIZATION,
  EXPORTS_AT_ONCE_PER_PERSON,
  SEARCHES_AT_ONCE_PER_ORGANIZATION,
  SEARCHES_AT_ONCE_PER_PERSON,
} from '@svc/contract';
import type pg from 'pg';
import { ApiError } from '../errors/index.ts';
import {
  EXPORTS_WAITING_PER_PERSON,
  LISTS_AT_ONCE_PER_ORGANIZATION,
  LISTS_AT_ONCE_PER_PERSON,
  LISTS_WAITING_PER_PERSON,
  RETRY_AFTER_SECONDS,
  SEARCHES_AT_ONCE_MAX,
  SEARCHES_WAITING_MAX,
} from './limits.ts';
import { createTurns, type Turns } from './turns.ts';

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
  turns: Turns;
  keyOf(reader: Reader): string;
  /** For a caller who is refused. */
  message: string;
}

/** @param pool connections made with `createReadPool` */
export function createReads(pool: pg.Pool): Reads {
  const boundsOf = createBounds();
  async function begin(reader: Reader, kind: ReadKind): Promise<() => void> {
    const ends: (() => void)[] = [];
    const end = () => ends.forEach((one) => void one());
    for (const { turns, keyOf, message } of boundsOf[kind]) {
      const ended = await turns.take(keyOf(reader));
      if (ended === null) {
        end();
        throw new ApiError('rate_limited', { message, retryAfterSeconds: RETRY_AFTER_SECONDS });
      }
      ends.push(ended);
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

/** A person waits for the own turn first, and so stands in the organization's line only so often. */
function createBounds(): Record<ReadKind, readonly Bound[]> {
  const person = ({ userId }: Reader) => userId;
  const organization = ({ organizationId }: Reader) => organizationId;
  const bound = (turns: Turns, keyOf: Bound['keyOf'], message: string): Bound => ({ turns, keyOf, message });
  return {
    list: [
      bound(
        createTurns(LISTS_AT_ONCE_PER_PERSON, LISTS_WAITING_PER_PERSON),
        person,
        'You read too many lists at once; ask again when the others are answered.',
      ),
      bound(
        createTurns(LISTS_AT_ONCE_PER_ORGANIZATION, Number.POSITIVE_INFINITY),
        organization,
        'The organization reads too many lists at once; ask again in a moment.',
      ),
    ],
    search: [
      bound(
        createTurns(SEARCHES_AT_ONCE_PER_PERSON),
        person,
        `You have ${SEARCHES_AT_ONCE_PER_PERSON} searches under way; ask again when one has ended.`,
      ),
      bound(
        createTurns(SEARCHES_AT_ONCE_PER_ORGANIZATION),
        organization,
        `The organization has ${SEARCHES_AT_ONCE_PER_ORGANIZATION} searches under way; ask again when one has ended.`,
      ),
      bound(
        createTurns(SEARCHES_AT_ONCE_MAX, SEARCHES_WAITING_MAX),
        () => 'all',
        'The service has too many searches under way; ask again in a moment.',
      ),
    ],
    export: [
      bound(
        createTurns(EXPORTS_AT_ONCE_PER_PERSON, EXPORTS_WAITING_PER_PERSON),
        person,
        'You have too many exports or checks under way; ask again when one has ended.',
      ),
      bound(
        createTurns(EXPORTS_AT_ONCE_PER_ORGANIZATION, Number.POSITIVE_INFINITY),
        organization,
        'The organization has too many exports or checks under way; ask again when one has ended.',
      ),
    ],
  };
}
