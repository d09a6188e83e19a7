// SPDX-License-Identifier: Apache-2.0
/** Looks up TXT records, by the name servers of the system, each asked within its time. */
import { Resolver as NameServers } from 'node:dns/promises';
import { NAME_SERVER_ATTEMPTS_MAX, NAME_SERVER_TIMEOUT_MS, TEXT_RECORDS_MAX } from './limits.ts';

/** The texts at a name, in full; none for a name without any, and null where no name server answered. */
export type TextRecords = (name: string) => Promise<readonly string[] | null>;

const NOTHING_THERE: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA']);

export function createTextRecords(
  nameServers = new NameServers({ timeout: NAME_SERVER_TIMEOUT_MS, tries: NAME_SERVER_ATTEMPTS_MAX }),
): TextRecords {
  return async (name) => {
    try {
      const records = await nameServers.resolveTxt(name);
      return records.slice(0, TEXT_RECORDS_MAX).map((parts) => parts.join(''));
    } catch (error) {
      return NOTHING_THERE.has((error as { code?: unknown }).code) ? [] : null;
    }
  };
}
