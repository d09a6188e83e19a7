// SPDX-License-Identifier: Apache-2.0
/**
 * Hands the entries of an export to worker threads: rules to each of them, and each block of decisions to one. From the
 * first budget or grant on, each decision may change the next one: one thread goes on alone.
 */
import type { AuditEntry } from '@svc/core/audit-chain';
import { isConsequenceKind, isRuleKind, isStandingKind } from '@svc/core/replay';
import { installed } from '../../platform/installation/index.ts';
import { type OrderedThreads, openOrderedThreads } from '../../platform/threads/index.ts';
import { COUNT_ONLY, type ReplayAnswer, type ReplayMessage } from './replay-message.ts';
import { add, decisionsOf, emptyTally, type Tally } from './tally.ts';

/** Characters of lines that go to a thread at once. */
const BLOCK_CHARACTERS = 500_000;
/** Blocks that wait for a thread, at most: the file is read no faster than it is decided. */
const BLOCKS_WAITING_MAX = 3;
/** The largest rules of an organization, as text, as values and compiled. */
const HEAP_MEGABYTES_MAX = 1_024;

/** The reason why nothing more can be decided, as a sentence. */
export class ReplayRefused extends Error {}

export interface Replaying {
  /** Entries in the order of the chain, each with its line. */
  take(entry: AuditEntry, line: string): void;
  /** Resolves when the threads have room for more. @throws ReplayRefused */
  hasRoom(): Promise<void>;
  /** The outcome of all entries so far. @throws ReplayRefused */
  outcome(): Promise<Tally>;
  /** Decisions that were decided so far. */
  decided(): number;
  close(): Promise<void>;
}

/** @param isAsked whether a decision is to be decided again @param count threads */
export function openReplaying(isAsked: (entry: AuditEntry) => boolean, count: number): Replaying {
  const threads = openOrderedThreads<ReplayMessage, ReplayAnswer>({
    file: installed('server/bin/replay-worker.cjs'),
    count,
    heapMegabytesMax: HEAP_MEGABYTES_MAX,
  });
  const tally = emptyTally();
  let block: Block = { whole: [], rules: [], characters: 0, isOrdered: false };
  const full: Block[] = [];
  let turn = 0;
  const waiting: Promise<void>[][] = Array.from({ length: count }, () => []);

  async function send(thread: number, lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    const line = waiting[thread] as Promise<void>[];
    if (line.length >= BLOCKS_WAITING_MAX) await line.shift();
    const answered = answer(threads, thread, lines.join('\n')).then((found) => add(tally, found));
    // The error is for the one that waits for it; until then it is not unhandled.
    answered.catch(() => undefined);
    line.push(answered);
  }

  async function hasRoom(): Promise<void> {
    for (const { whole, rules, isOrdered } of full.splice(0)) {
      if (isOrdered) {
        await send(0, whole);
        continue;
      }
      for (let thread = 0; thread < count; thread += 1) await send(thread, thread === turn ? whole : rules);
      turn = (turn + 1) % count;
    }
  }

  function endBlock(isOrdered = block.isOrdered): void {
    full.push(block);
    block = { whole: [], rules: [], characters: 0, isOrdered };
  }

  return {
    take(entry, line) {
      const { kind } = entry;
      if (isStandingKind(kind) && !block.isOrdered) endBlock(true);
      const isRule = isRuleKind(kind);
      const isDecision = kind === 'decision.recorded';
      const isWanted = isDecision && isAsked(entry);
      const isCounted = block.isOrdered && (isDecision || isStandingKind(kind) || isConsequenceKind(kind));
      if (!isRule && !isWanted && !isCounted) return;
      block.whole.push(isDecision && !isWanted ? COUNT_ONLY + line : line);
      if (isRule) block.rules.push(line);
      block.characters += line.length;
      if (block.characters >= BLOCK_CHARACTERS) endBlock();
    },
    hasRoom,
    async outcome() {
      endBlock();
      await hasRoom();
      await Promise.all(waiting.flat());
      return tally;
    },
    decided: () => decisionsOf(tally),
    close: threads.close,
  };
}

interface Block {
  /** Rules and decisions in the order of the chain. */
  whole: string[];
  rules: string[];
  characters: number;
  /** Each decision may change the next one: the block is for the first thread alone. */
  isOrdered: boolean;
}

async function answer(
  threads: OrderedThreads<ReplayMessage, ReplayAnswer>,
  thread: number,
  lines: ReplayMessage,
): Promise<Tally> {
  const found = await threads.ask(thread, lines).catch((error: unknown) => {
    const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    throw isMemory ? new ReplayRefused('its rules take more memory than a thread may have') : error;
  });
  if ('refused' in found) throw new ReplayRefused(found.refused);
  return found;
}
