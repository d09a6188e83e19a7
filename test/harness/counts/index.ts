// SPDX-License-Identifier: Apache-2.0
/**
 * Counts what costs most in a run: starts of the service and clones of a database. Every worker adds lines to one file.
 * The reporter `test/run/starts.ts` prints their sums. It starts nothing itself.
 */
import { appendFileSync, readFileSync } from 'node:fs';

/** The service in a test's process or in one of its own, and a database made from a template. */
type Counted = 'service' | 'database';

/** The reporter names the file here before the first worker starts. */
const FILE = 'SVC_TEST_COUNTS_FILE';

/** One more. A short line is appended whole, however many processes append. */
export function countOf(what: Counted): void {
  const file = process.env[FILE];
  if (file !== undefined) appendFileSync(file, `${what}\n`);
}

export function countIn(file: string): void {
  process.env[FILE] = file;
}

/** The counts in a file; none where nothing was counted. */
export function countsOf(file: string): Record<Counted, number> {
  const counts = { service: 0, database: 0 };
  for (const line of linesOf(file)) if (line === 'service' || line === 'database') counts[line] += 1;
  return counts;
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
