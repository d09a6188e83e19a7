// SPDX-License-Identifier: Apache-2.0
/** Keeps the stream of this browser open while a person is signed in. */
import type { QueryClient } from '@tanstack/react-query';
import { meQuery } from '../session/me.ts';
import { createNewsReader, type NewsReader } from './news.ts';
import { readStream, type StreamMessage } from './read-stream.ts';
import { type LiveState, setLive } from './state.ts';
import { inOneWindow, joinWindows, type Told, type Windows } from './windows.ts';

/** Between two attempts: a second, then twice as long each time. A random part keeps windows apart. */
const AGAIN_MS = 1_000;
const AGAIN_MS_MAX = 15_000;
/** While the stream is lost, everything is read again so often. */
const POLL_EVERY_MS = 10_000;

/** Up to here this window has what it shows. A stream without one begins now, and everything is read again. */
let position: string | null | undefined;

/**
 * @param newsFrom where the news stood before the pages asked for anything; it counts once in the life of a window
 * @returns the end, which closes the stream
 */
export function keepLive(queries: QueryClient, newsFrom: string | null): () => void {
  if (position === undefined) position = newsFrom;
  const ending = new AbortController();
  const { signal } = ending;
  const news = createNewsReader(queries);
  const live = new Live(queries, news, signal);
  void inOneWindow(signal, () => live.read());
  return () => {
    ending.abort();
    live.stop();
    news.stop();
  };
}

class Live {
  readonly #queries: QueryClient;
  readonly #news: NewsReader;
  readonly #signal: AbortSignal;
  readonly #windows: Windows;
  #status: LiveState['status'] = 'starting';
  #isReader = false;
  #polling: ReturnType<typeof setInterval> | undefined;

  constructor(queries: QueryClient, news: NewsReader, signal: AbortSignal) {
    this.#queries = queries;
    this.#news = news;
    this.#signal = signal;
    this.#windows = joinWindows((told) => this.#hear(told));
    this.#windows.tell({ kind: 'ask' });
  }

  stop(): void {
    clearInterval(this.#polling);
    this.#windows.close();
  }

  /** The reading window: one stream after the other, until the window closes. */
  async read(): Promise<void> {
    this.#isReader = true;
    let failures = 0;
    while (!this.#signal.aborted) {
      const end = await readStream({
        lastId: position ?? null,
        signal: this.#signal,
        onMessage: (message) => {
          failures = 0;
          this.#take(message);
        },
        onId: (id) => {
          position = id;
          this.#windows.tell({ kind: 'id', id });
        },
      });
      if (this.#signal.aborted) return;
      if (end === 'session') position = null;
      if (end === 'resume' && failures === 0) {
        failures = 1;
        continue;
      }
      if (end === 'signed-out' || end === 'session') await this.#meetAgain();
      else this.#set('lost');
      failures += 1;
      await pause(Math.min(AGAIN_MS * 2 ** (failures - 1), AGAIN_MS_MAX) * (0.5 + Math.random() / 2), this.#signal);
    }
  }

  /**
   * The session may have gone on under another cookie, in another organization or with another role. Asking who is
   * signed in renews the cookie, or leads to the sign-in.
   */
  async #meetAgain(): Promise<void> {
    this.#set('lost');
    await this.#queries.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => undefined);
    await this.#queries.invalidateQueries({ queryKey: meQuery.queryKey }).catch(() => undefined);
  }

  #take(message: StreamMessage): void {
    this.#apply(message);
    this.#windows.tell({ kind: 'message', message });
  }

  #apply(message: StreamMessage): void {
    if (message.event !== 'ready') {
      this.#news.take(message);
      return;
    }
    // A stream that could not go on from the position has lost what came between.
    if ((message.data as { resumed?: unknown }).resumed !== true) this.#news.takeAll();
    this.#set('live');
  }

  #set(status: LiveState['status']): void {
    this.#show(status);
    if (this.#isReader) this.#windows.tell({ kind: 'status', status, at: position ?? null });
  }

  #show(status: LiveState['status']): void {
    this.#status = status;
    setLive(status);
    if (status === 'lost') {
      // It goes on through the attempts at a new connection, which may come more often.
      this.#polling ??= setInterval(() => this.#news.takeAll(), POLL_EVERY_MS);
    } else {
      clearInterval(this.#polling);
      this.#polling = undefined;
    }
  }

  /** A window that has just joined may have missed what the reading one told before. */
  #meet(status: LiveState['status'], at: string | null): void {
    if (status === 'live' && at !== position) {
      position = at;
      this.#news.takeAll();
    }
    this.#show(status);
  }

  #hear(told: Told): void {
    if (told.kind === 'ask') {
      if (this.#isReader) this.#windows.tell({ kind: 'status', status: this.#status, at: position ?? null });
    } else if (told.kind === 'id') position = told.id;
    else if (told.kind === 'status') this.#meet(told.status, told.at);
    else this.#apply(told.message);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
