// SPDX-License-Identifier: Apache-2.0
/** Decides the chain of an organization again as a stranger would: from its export, which is checked meanwhile. */
import { setImmediate } from 'node:timers/promises';
import type { AuditReplayLine, AuditReplayQuery } from '@svc/contract';
import type { AuditEntry } from '@svc/core/audit-chain';
import { verifyExport } from '@svc/core/audit-export';
import type pg from 'pg';
import { ApiError } from '../../platform/errors/index.ts';
import { createSharedWork, SHARED_PLACES } from '../../platform/shares/index.ts';
import type { Archive } from '../archive/index.ts';
import { type Checkpoints, openExport, slicesOf } from '../audit/index.ts';
import { openReplaying } from './replay-entries.ts';
import { emptyTally, verdictOf } from './tally.ts';

const PROGRESS_EVERY_MS = 500;
const RETRY_AFTER_SECONDS = 10;

export interface ChainReplays {
  /** Takes a place. @returns gives it back; it may be called more than once @throws ApiError 429 */
  begin(organizationId: string): Promise<() => void>;
  /** Lines of JSON: progress, and the outcome at the end. Each page is read when the line before it is taken. */
  lines(organizationId: string, range: AuditReplayQuery): AsyncGenerator<string>;
}

export function createChainReplays(pool: pg.Pool, checkpoints: Checkpoints, archive: Archive): ChainReplays {
  const work = createSharedWork(SHARED_PLACES.replays, () => {
    const message = 'Decisions are decided again for others at the moment; try again.';
    return new ApiError('rate_limited', { message, retryAfterSeconds: RETRY_AFTER_SECONDS });
  });
  return {
    begin: (organizationId) => work.begin(organizationId),
    async *lines(organizationId, range) {
      const key = await checkpoints.verifierKey(organizationId);
      const { pieces, lastSeq } = await openExport(pool, checkpoints, organizationId, archive);
      for await (const line of replayed(pieces(), { key, entriesTotal: lastSeq, range })) {
        yield `${JSON.stringify(line)}\n`;
      }
    },
  };
}

async function* replayed(
  pieces: AsyncIterable<string>,
  { key, entriesTotal, range }: { key: string; entriesTotal: number; range: AuditReplayQuery },
): AsyncGenerator<AuditReplayLine> {
  const replaying = openReplaying(isIn(range), 1);
  let entries = 0;
  let toldMs = performance.now();
  const verifier = verifyExport({
    key,
    since: null,
    onEntry(entry, line) {
      entries = entry.seq;
      replaying.take(entry, line);
    },
  });
  try {
    for await (const slice of slicesOf(pieces)) {
      if (!verifier.push(slice)) break;
      await replaying.hasRoom();
      await setImmediate();
      if (performance.now() - toldMs < PROGRESS_EVERY_MS) continue;
      toldMs = performance.now();
      yield { progress: { entries, entriesTotal, decisions: replaying.decided() } };
    }
    const { fault } = verifier.end();
    // A chain that was rewritten says nothing about its decisions.
    const tally = fault === null ? await replaying.outcome() : emptyTally();
    yield { outcome: { ...tally, entries, verdict: fault === null ? verdictOf(tally) : 'NOT_VALID' } };
  } finally {
    await replaying.close();
  }
}

function isIn({ from, to }: AuditReplayQuery): (entry: AuditEntry) => boolean {
  const fromMs = from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from);
  const toMs = to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to);
  return ({ at }) => {
    const atMs = Date.parse(at);
    return atMs >= fromMs && atMs < toMs;
  };
}
