// SPDX-License-Identifier: Apache-2.0
/**
 * The homes of organizations, as one process of a group sees them: by rendezvous over half of the processes that live.
 * With fewer homes each batch holds more, and the others have more time for requests.
 */
import { join } from 'node:path';
import type { Homes, RecordOutcome, SentDraft } from '../../record/recorder/index.ts';
import { HomeLine, openHome } from './lines.ts';

/** A process of the group that takes drafts. */
export interface Neighbour {
  number: number;
  pid: number;
}

export interface GroupHomes extends Homes {
  /** The processes that live and are not about to stop, this one among them. */
  learn(neighbours: readonly Neighbour[]): void;
  close(): Promise<void>;
}

/** Homes that are looked up often, by organization. Without a bound a scan over organizations would fill the memory. */
const KNOWN_MAX = 10_000;

const socketOf = (folder: string, { pid }: Neighbour): string => join(folder, String(pid));

/** @param folder holds a socket for each process */
export async function joinGroup(folder: string, self: Neighbour): Promise<GroupHomes> {
  let record: ((draft: SentDraft) => Promise<RecordOutcome>) | null = null;
  const own = await openHome(socketOf(folder, self), (draft) =>
    record === null ? Promise.reject(new Error('no draft is taken yet')) : record(draft),
  );
  const lines = new Map<number, { number: number; line: HomeLine }>();
  const all = new Set<HomeLine>();
  const known = new Map<string, HomeLine | null>();
  let homes: readonly number[] = [];

  const lineTo = (number: number): HomeLine | null =>
    [...lines.values()].find((one) => one.number === number)?.line ?? null;

  function homeOf(organizationId: string): HomeLine | null {
    const found = known.get(organizationId);
    if (found !== undefined) return found;
    let [home, highest]: [HomeLine | null, number] = [null, -1];
    for (const number of homes) {
      const line = number === self.number ? null : lineTo(number);
      const weighed = weight(organizationId, number);
      if (line?.isOpen === false || weighed <= highest) continue;
      [home, highest] = [line, weighed];
    }
    if (known.size >= KNOWN_MAX) known.clear();
    known.set(organizationId, home);
    return home;
  }

  return {
    recordAtHome(draft) {
      const home = homeOf(draft.organizationId);
      if (home?.isOpen !== true) return null;
      return home.record(draft);
    },
    receive(take) {
      record = take;
    },
    learn(neighbours) {
      known.clear();
      const numbers = neighbours.map(({ number }) => number).sort((one, other) => one - other);
      homes = numbers.slice(0, Math.ceil(numbers.length / 2));
      const living = new Set(neighbours.map(({ pid }) => pid));
      // The line stays open: a process that stops answers what it has.
      for (const pid of [...lines.keys()]) if (!living.has(pid)) lines.delete(pid);
      for (const one of neighbours) {
        if (one.pid === self.pid || lines.has(one.pid)) continue;
        const line = new HomeLine(socketOf(folder, one), () => known.clear());
        all.add(line);
        lines.set(one.pid, { number: one.number, line });
      }
    },
    async close() {
      for (const line of all) line.close();
      await own.close();
    },
  };
}

/** FNV-1a of both. Source: G. Fowler, L. C. Noll, K.-P. Vo, "The FNV Non-Cryptographic Hash Algorithm". */
function weight(organizationId: string, number: number): number {
  let hash = 0x811c9dc5 ^ (number + 1);
  for (let at = 0; at < organizationId.length; at += 1) {
    hash = Math.imul(hash ^ organizationId.charCodeAt(at), 0x01000193);
  }
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
