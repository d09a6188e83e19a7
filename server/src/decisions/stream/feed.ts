// SPDX-License-Identifier: Apache-2.0
/**
 * The feed of one organization in one process: it reads what is new once, for all its streams. It looks when it is
 * told, and begins a look at most every 200 ms.
 */
import type pg from 'pg';
import { inTransaction } from '../../storage/db/index.ts';
import { DECISIONS_PER_SECOND_MAX, LOOK_EVERY_MS, NUMBERS_PER_LOOK_MAX } from './limits.ts';
import { headOf, isResumable, positionText } from './positions.ts';
import { type NewsOfSlice, readNews } from './read-news.ts';
import type { Subscriber } from './subscriber.ts';

export interface FeedOptions {
  pool: pg.Pool;
  organizationId: string;
  /** Rights of these accounts may have changed; null: of everybody. */
  onRights(accountIds: readonly string[] | null): void;
  onFault(error: unknown): void;
}

export class Feed {
  readonly subscribers = new Set<Subscriber>();
  readonly #options: FeedOptions;
  readonly #started: Promise<void>;
  /** Everything up to this number was sent. */
  #seq = 0;
  #looking: Promise<void> | null = null;
  #isWanted = false;
  #timer: NodeJS.Timeout | undefined;
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  #second = 0;
  #toldInSecond = 0;

  constructor(options: FeedOptions) {
    this.#options = options;
    this.#started = headOf(options.pool, options.organizationId).then((seq) => {
      this.#seq = seq;
    });
    // Each subscriber waits for it too, and fails with it.
    this.#started.catch(() => undefined);
  }

  get seq(): number {
    return this.#seq;
  }

  /** The subscriber hears everything behind `after`, or from now on, when that is null or too long ago. */
  async join(subscriber: Subscriber, after: number | null): Promise<void> {
    await this.#started;
    if (after !== null && after > this.#seq) await this.#look();
    // News that come from here on are queued for the subscriber, so that nothing lies between.
    this.subscribers.add(subscriber);
    const until = this.#seq;
    const isResumed = after !== null && after <= until && (await this.#canResume(after));
    subscriber.writeNow(`retry: 2000\nevent: ready\ndata: ${JSON.stringify({ resumed: isResumed })}\n\n`);
    if (isResumed) await this.#catchUp(subscriber, after, until);
    subscriber.writeNow(`id: ${positionText(this.#options.organizationId, until)}\n\n`);
    subscriber.startLive();
  }

  /** There may be something new. */
  wake(): void {
    this.#isWanted = true;
    if (this.#timer !== undefined || this.#looking !== null) return;
    const waitMs = Math.max(0, this.#lookedAtMs + LOOK_EVERY_MS - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#look();
    }, waitMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#isWanted = false;
  }

  #look(): Promise<void> {
    this.#looking ??= this.#lookNow().finally(() => {
      this.#looking = null;
      if (this.#isWanted) this.wake();
    });
    return this.#looking;
  }

  async #lookNow(): Promise<void> {
    this.#isWanted = false;
    this.#lookedAtMs = performance.now();
    const { pool, organizationId } = this.#options;
    try {
      await this.#started;
      const head = await headOf(pool, organizationId);
      while (this.#seq < head) {
        const after = this.#seq;
        const until = Math.min(head, after + NUMBERS_PER_LOOK_MAX);
        const news = await this.#read(after, until, this.#decisionsLeft());
        this.#toldInSecond += news.decisionsTold;
        this.#seq = until;
        const text = this.#textOf(news, until);
        for (const subscriber of [...this.subscribers]) subscriber.send(text);
        if (news.accountIds === null || news.accountIds.length > 0) this.#options.onRights(news.accountIds);
      }
    } catch (error) {
      this.#options.onFault(error);
    }
  }

  #decisionsLeft(): number {
    const second = Math.floor(performance.now() / 1_000);
    if (second !== this.#second) {
      this.#second = second;
      this.#toldInSecond = 0;
    }
    return Math.max(0, DECISIONS_PER_SECOND_MAX - this.#toldInSecond);
  }

  async #read(after: number, until: number, decisionsMax: number): Promise<NewsOfSlice> {
    const { pool, organizationId } = this.#options;
    return await inTransaction(pool, [organizationId], (transaction) =>
      readNews(transaction, { organizationId, after, until, decisionsMax }),
    );
  }

  async #canResume(after: number): Promise<boolean> {
    const { pool, organizationId } = this.#options;
    return await inTransaction(pool, [organizationId], (transaction) =>
      isResumable(transaction, organizationId, after, transaction.clock.nowMs()),
    );
  }

  /** The decisions of a long absence are counted only. */
  async #catchUp(subscriber: Subscriber, after: number, until: number): Promise<void> {
    for (let from = after; from < until && !subscriber.isEnded; from += NUMBERS_PER_LOOK_MAX) {
      const to = Math.min(until, from + NUMBERS_PER_LOOK_MAX);
      const isLast = to === until;
      subscriber.writeNow(this.#textOf(await this.#read(from, to, isLast ? DECISIONS_PER_SECOND_MAX : 0), to));
    }
  }

  /** The position stands behind the last message: one that breaks off is read again from the first. */
  #textOf({ messages }: NewsOfSlice, seq: number): string {
    const texts = messages.map(({ event, data }) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    return `${texts.join('')}id: ${positionText(this.#options.organizationId, seq)}\n\n`;
  }
}
