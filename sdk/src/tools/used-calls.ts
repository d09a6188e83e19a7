// SPDX-License-Identifier: Apache-2.0
/** Which decisions of a call were used: each lets the call run once. */
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A call is known by its digest; its decisions are numbered from 0. */
export interface UsedCalls {
  /** The first decision of the call that was not used. */
  next(digest: string): Promise<number>;
  /** Uses a decision. False when any process used it before. */
  use(digest: string, decision: number): Promise<boolean>;
}

/** About 20 MB. Beyond it the oldest are forgotten. */
const CALLS_REMEMBERED_MAX = 100_000;

/** Remembers in this process. */
export function usedInMemory(): UsedCalls {
  const nextOf = new Map<string, number>();
  return {
    next: (digest) => Promise.resolve(nextOf.get(digest) ?? 0),
    use(digest, decision) {
      if (decision < (nextOf.get(digest) ?? 0)) return Promise.resolve(false);
      nextOf.delete(digest);
      nextOf.set(digest, decision + 1);
      const [oldest] = nextOf.keys();
      if (nextOf.size > CALLS_REMEMBERED_MAX && oldest !== undefined) nextOf.delete(oldest);
      return Promise.resolve(true);
    },
  };
}

/** The service replays a stored decision for 24 hours; a day more costs nothing. */
const KEPT_MS = 48 * 3_600_000;
/** One use in so many looks for files that are too old. */
const SWEEP_ONE_IN = 50;

/**
 * Remembers in a folder that processes share, as one empty file for each decision that was used. The operating system
 * makes a file once, so that of two processes one wins.
 */
export function usedInFolder(folder: string): UsedCalls {
  const pathOf = (digest: string, decision: number): string => join(folder, `${digest}.${decision}`);
  return {
    async next(digest) {
      let decision = 0;
      while (await exists(pathOf(digest, decision))) decision += 1;
      return decision;
    },
    async use(digest, decision) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if (Math.random() * SWEEP_ONE_IN < 1) await sweep(folder);
      try {
        await (await open(pathOf(digest, decision), 'wx', 0o600)).close();
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
        throw error;
      }
    },
  };
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function sweep(folder: string): Promise<void> {
  const before = Date.now() - KEPT_MS;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const isOld = await stat(path).then(
      ({ mtimeMs }) => mtimeMs < before,
      () => false,
    );
    if (isOld) await rm(path, { force: true });
  }
}
