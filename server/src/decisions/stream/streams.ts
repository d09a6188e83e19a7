// SPDX-License-Identifier: Apache-2.0
/** The open streams of a process: who has which, the checks of their sessions, and their end. */
import type pg from 'pg';
import { stillSignedIn } from '../../people/sessions/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { type OutageLog, Outages } from '../../platform/logging/index.ts';
import { type Place, Places, SHARED_PLACES } from '../../platform/shares/index.ts';
import { type News, ofOrganization, ofSession } from '../../storage/news/index.ts';
import { Feed } from './feed.ts';
import { CHECK_SESSIONS_EVERY_MS, LOOK_UNTOLD_EVERY_MS, PING_EVERY_MS, STREAMS_PER_PERSON_MAX } from './limits.ts';
import { headOf, headsOf, positionIn, positionText } from './positions.ts';
import { type StreamSink, Subscriber, type Viewer } from './subscriber.ts';

export type { StreamSink } from './subscriber.ts';

/** All streams of a process read one database. */
const READING = 'reading';
/** The bound of one query over all streams. */
const ROWS_PER_QUERY_MAX = 500;
const RETRY_AFTER_SECONDS = 5;

export interface Streams {
  /** @throws ApiError 429 when the person has too many streams, 503 when the process has */
  checkRoom(countedAs: string, organizationId: string): void;
  /**
   * To be called right after `checkRoom`, with no wait in between.
   * @param lastId the id of the last message that the reader has seen; null for a new one
   * @returns the reader's leaving, to be called when its connection has gone
   */
  open(viewer: Viewer, lastId: string | null, sink: StreamSink): () => void;
  /** The position of the organization's news. A stream from there tells everything that is committed from now on. */
  position(organizationId: string): Promise<string>;
  count(): number;
  /** Ends every stream; each reader is told to resume, on another process. */
  release(): void;
}

export interface StreamsOptions {
  pool: pg.Pool;
  news: News;
  log: OutageLog;
}

export function createStreams(options: StreamsOptions): Streams {
  return new OpenStreams(options);
}

interface OpenFeed {
  feed: Feed;
  unhear: () => void;
  streams: number;
}

class OpenStreams implements Streams {
  readonly #options: StreamsOptions;
  readonly #feeds = new Map<string, OpenFeed>();
  readonly #ofPeople = new Map<string, number>();
  readonly #all = new Map<Subscriber, Place | null>();
  readonly #places = new Places(SHARED_PLACES.streams);
  readonly #timers: readonly (() => void)[];
  readonly #outages: Outages;
  #isReleased = false;

  constructor(options: StreamsOptions) {
    this.#options = options;
    this.#outages = new Outages(options.log);
    const { clock } = options.pool;
    this.#timers = [
      clock.every(PING_EVERY_MS, () => this.#ping()),
      clock.every(CHECK_SESSIONS_EVERY_MS, () => void this.#check([...this.#all.keys()])),
      clock.every(LOOK_UNTOLD_EVERY_MS, () => void this.#lookUntold()),
    ];
  }

  async position(organizationId: string): Promise<string> {
    return positionText(organizationId, await headOf(this.#options.pool, organizationId));
  }

  count(): number {
    return this.#all.size;
  }

  checkRoom(countedAs: string, organizationId: string): void {
    if (this.#isReleased || !this.#places.hasRoom(organizationId)) throw new ApiError('unavailable');
    if ((this.#ofPeople.get(countedAs) ?? 0) < STREAMS_PER_PERSON_MAX) return;
    const message = `You have ${STREAMS_PER_PERSON_MAX} streams open; close one, or ask again in a moment.`;
    throw new ApiError('rate_limited', { message, retryAfterSeconds: RETRY_AFTER_SECONDS });
  }

  open(viewer: Viewer, lastId: string | null, sink: StreamSink): () => void {
    const { countedAs, organizationId, sessionId } = viewer;
    const subscriber: Subscriber = new Subscriber(viewer, sink, () => {
      unhear();
      this.#forget(subscriber);
    });
    this.#all.set(subscriber, this.#places.enter(organizationId));
    this.#ofPeople.set(countedAs, (this.#ofPeople.get(countedAs) ?? 0) + 1);
    const unhear = this.#options.news.hear(ofSession(sessionId), () => void this.#check([subscriber]));
    const after = lastId === null ? null : positionIn(organizationId, lastId);
    this.#enterFeed(organizationId)
      .join(subscriber, after)
      // The session may have ended since the request was let in, before anything was heard.
      .then(() => this.#check([subscriber]))
      .catch((error: unknown) => {
        this.#onFault(error);
        subscriber.end('resume');
      });
    return () => subscriber.leave();
  }

  release(): void {
    this.#isReleased = true;
    for (const end of this.#timers) end();
    for (const one of [...this.#all.keys()]) one.end('resume');
  }

  async #lookUntold(): Promise<void> {
    try {
      await wakeGrown(this.#options.pool, this.#feeds);
      this.#outages.worked(READING, {}, 'streams are read again');
    } catch (error) {
      this.#onFault(error);
    }
  }

  readonly #onFault = (error: unknown): void => {
    this.#outages.failed(READING, error, {}, 'a stream could not be read');
  };

  #ping(): void {
    for (const one of this.#all.keys()) one.send(':\n\n');
  }

  /** A stream whose session cannot be checked ends: the reader is let in again by its cookies, or not. */
  async #check(some: readonly Subscriber[]): Promise<void> {
    for (let first = 0; first < some.length; first += ROWS_PER_QUERY_MAX) {
      const page = some.slice(first, first + ROWS_PER_QUERY_MAX).filter(({ isEnded }) => !isEnded);
      const viewers = page.map(({ viewer }) => viewer);
      try {
        const places = await stillSignedIn(this.#options.pool, viewers, this.#options.pool.clock.nowMs());
        for (const [place, one] of page.entries()) if (!places.has(place)) one.end('session');
      } catch (error) {
        this.#onFault(error);
        for (const one of page) one.end('resume');
      }
    }
  }

  /** The feed of one more stream. */
  #enterFeed(organizationId: string): Feed {
    const known = this.#feeds.get(organizationId);
    if (known !== undefined) {
      known.streams += 1;
      return known.feed;
    }
    const feed: Feed = new Feed({
      pool: this.#options.pool,
      organizationId,
      onFault: this.#onFault,
      onRights: (accountIds) => {
        const isMeant = ({ viewer }: Subscriber) => accountIds === null || accountIds.includes(viewer.accountId);
        void this.#check([...feed.subscribers].filter(isMeant));
      },
    });
    const unhear = this.#options.news.hear(ofOrganization(organizationId), () => feed.wake());
    this.#feeds.set(organizationId, { feed, unhear, streams: 1 });
    return feed;
  }

  #forget(subscriber: Subscriber): void {
    const { countedAs, organizationId } = subscriber.viewer;
    const place = this.#all.get(subscriber);
    if (place != null) this.#places.leave(place);
    this.#all.delete(subscriber);
    const others = (this.#ofPeople.get(countedAs) ?? 1) - 1;
    if (others === 0) this.#ofPeople.delete(countedAs);
    else this.#ofPeople.set(countedAs, others);
    const known = this.#feeds.get(organizationId);
    if (known === undefined) return;
    known.feed.subscribers.delete(subscriber);
    known.streams -= 1;
    if (known.streams > 0) return;
    known.unhear();
    known.feed.stop();
    this.#feeds.delete(organizationId);
  }
}

/** One query for all feeds: those whose chain has grown look. */
async function wakeGrown(pool: pg.Pool, feeds: ReadonlyMap<string, { feed: Feed }>): Promise<void> {
  const ids = [...feeds.keys()];
  for (let first = 0; first < ids.length; first += ROWS_PER_QUERY_MAX) {
    for (const [organizationId, head] of await headsOf(pool, ids.slice(first, first + ROWS_PER_QUERY_MAX))) {
      const feed = feeds.get(organizationId)?.feed;
      if (feed !== undefined && feed.seq < head) feed.wake();
    }
  }
}
