// SPDX-License-Identifier: Apache-2.0
/** The news of one process: a connection that listens, and its hearers. A waiting hearer costs no query. */
import type pg from 'pg';
import { type OutageLog, Outages } from '../../platform/logging/index.ts';
import { createPool, type DatabaseAddress } from '../connections/index.ts';
import { listen } from '../db/index.ts';
import { tellNow, topicsIn } from './tell.ts';
import { CHANNEL, type Topic } from './topics.ts';

/** News of decisions are collected for so long, so that a busy service sends few messages. */
const TELL_EVERY_MS = 100;
/** The longest sleep of whatever news wake, because they may be lost. */
export const SLEEP_MS = 30_000;
/** One connection listens, and one tells. */
const CONNECTIONS_MAX = 2;

/** `missed`: the connection was lost for a while, and anything may have happened. `stopped`: nothing will be heard. */
type Heard = 'news' | 'missed' | 'stopped';

export interface News {
  /** @returns the end of hearing, which may be called more than once */
  hear(topic: Topic, onHeard: (heard: Heard) => void): () => void;
  /** Hears every message, until the news are closed. @param onHeard the topics; null: anything may have happened */
  hearAll(onHeard: (topics: readonly string[] | null) => void): () => void;
  /** Tells every process soon; at most ten times a second. A process that stops still tells. */
  tell(topics: readonly Topic[]): void;
  /** True while the connection listens. */
  isListening(): boolean;
  /** Everybody hears `stopped`, and everybody who comes later does at once. */
  release(): void;
  /** Ends the connections. */
  close(): Promise<void>;
}

export function createNews(address: DatabaseAddress, log: OutageLog): News {
  const pool = createPool(address, CONNECTIONS_MAX);
  const tellLogged = createTeller(pool, log);
  const hearers = new Map<string, Set<(heard: Heard) => void>>();
  const untold = new Set<Topic>();
  const hearersOfAll = new Set<(topics: readonly string[] | null) => void>();
  let isReleased = false;
  let telling: NodeJS.Timeout | undefined;

  function wake(topic: string): void {
    for (const onHeard of [...(hearers.get(topic) ?? [])]) onHeard('news');
  }

  function wakeAll(heard: Heard): void {
    for (const some of [...hearers.values()]) for (const onHeard of [...some]) onHeard(heard);
    if (heard === 'missed') for (const onHeard of [...hearersOfAll]) onHeard(null);
  }

  function forget(topic: Topic, onHeard: (heard: Heard) => void): void {
    const some = hearers.get(topic);
    some?.delete(onHeard);
    if (some?.size === 0) hearers.delete(topic);
  }

  function tellUntold(): void {
    telling = undefined;
    const topics = [...untold];
    untold.clear();
    void tellLogged(topics);
  }

  const listener = listen({
    pool,
    channel: CHANNEL,
    onMessage(payload) {
      const topics = topicsIn(payload);
      topics.forEach(wake);
      for (const onHeard of [...hearersOfAll]) onHeard(topics);
    },
    onListening: () => wakeAll('missed'),
  });
  return {
    hear(topic, onHeard) {
      if (isReleased) {
        onHeard('stopped');
        return () => {};
      }
      const some = hearers.get(topic) ?? new Set();
      hearers.set(topic, some.add(onHeard));
      return () => forget(topic, onHeard);
    },
    hearAll(onHeard) {
      hearersOfAll.add(onHeard);
      return () => void hearersOfAll.delete(onHeard);
    },
    tell(topics) {
      for (const topic of topics) untold.add(topic);
      telling ??= setTimeout(tellUntold, TELL_EVERY_MS);
    },
    isListening: listener.isListening,
    release() {
      isReleased = true;
      wakeAll('stopped');
      hearers.clear();
    },
    async close() {
      hearersOfAll.clear();
      clearTimeout(telling);
      if (untold.size > 0) await tellNow(pool, [...untold]).catch(() => undefined);
      listener.stop();
      await pool.end();
    },
  };
}

/** News that could not be told are logged. Hearers who missed them look for themselves after a while. */
function createTeller(pool: pg.Pool, log: OutageLog): (topics: readonly Topic[]) => Promise<void> {
  const outages = new Outages(log);
  return async (topics) => {
    try {
      await tellNow(pool, topics);
      outages.worked('telling', {}, 'news are told again');
    } catch (error) {
      outages.failed('telling', error, {}, 'news could not be told');
    }
  };
}
