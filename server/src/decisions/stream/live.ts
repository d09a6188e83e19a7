// SPDX-License-Identifier: Apache-2.0
/** The parts of a process that wait for news: the calls that wait for a review, and the streams of people. */
import type pg from 'pg';
import { createWaitingCalls, type WaitingCalls } from '../../record/events/index.ts';
import { type News, ofOrganization } from '../../storage/news/index.ts';
import { createStreams, type Streams, type StreamsOptions } from './streams.ts';

export interface Live {
  streams: Streams;
  waitingCalls: WaitingCalls;
  /** Decisions of these organizations were committed by this process. */
  onRecorded(organizationIds: readonly string[]): void;
  /** Calls that wait are answered, and streams end, so that they do not delay a stop. */
  release(): void;
}

export function createLive(news: News, pool: pg.Pool, log: StreamsOptions['log']): Live {
  const streams = createStreams({ pool, news, log });
  return {
    streams,
    waitingCalls: createWaitingCalls(news, pool.clock),
    onRecorded: (organizationIds) => news.tell(organizationIds.map(ofOrganization)),
    release() {
      news.release();
      streams.release();
    },
  };
}
