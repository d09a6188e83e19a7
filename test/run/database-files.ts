// SPDX-License-Identifier: Apache-2.0
/**
 * The tests that another release of PostgreSQL could make fail: found by what they import. CI runs them on PostgreSQL
 * 15.
 */
import { type ImportGraph, loadedBy } from '../tidy/import-graph.ts';

/** Rooms whose own SQL locks, numbers, partitions, counts or claims. Other rooms read and write single rows. */
const ROOMS = new RegExp(
  `^server/src/(${[
    ...[
      'storage/(?!metrics)[a-z]+',
      'measures',
      'record/(audit|recorder|webhooks)',
      'people/accounts',
      'rules/policies',
    ],
    ...['decisions/reviews', 'lifecycle/(retention|provisioning/apply)'],
  ].join('|')})/`,
);
const ROUTE = /^server\/src\/doors\/routes\/([^/]+\/[^/]+)\//;
/** A test that loads it has a database. */
const DATABASE = 'test/harness/postgres/test-database.ts';
/** They hold the schema and PostgreSQL's own programs to what is documented. */
const BESIDE: readonly string[] = ['test/generated/reference.test.ts', 'test/database/pg-tools.test.ts'];

/** @returns all tests of the server that use a database */
export const filesWithDatabase = (graph: ImportGraph): string[] =>
  [...graph.keys()].filter(
    (file) => file.endsWith('.test.ts') && file.startsWith('server/src/') && loadedBy(graph, file).has(DATABASE),
  );

/** @returns all tests of these rooms that use a database, and for each noun of the routes one that has success */
export function filesThatSpeakSql(graph: ImportGraph): string[] {
  const withDatabase = filesWithDatabase(graph);
  const ofNouns = new Map<string, string>();
  for (const file of withDatabase) {
    const noun = ROUTE.exec(file)?.[1];
    if (noun === undefined) continue;
    const kept = ofNouns.get(noun);
    if (kept === undefined || (!isOfSuccess(kept) && isOfSuccess(file))) ofNouns.set(noun, file);
  }
  const ofRooms = withDatabase.filter((file) => ROOMS.test(file));
  return [...BESIDE, ...ofRooms, ...ofNouns.values()].sort();
}

const isOfSuccess = (file: string) => /(?:\b200|\/(?:list|read|create|update))\.test\.ts$/.test(file);
