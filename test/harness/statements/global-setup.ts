// SPDX-License-Identifier: Apache-2.0
/** At the end of `npm run statements` it writes what the run has seen. In every other run it does nothing. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type pg from 'pg';
import type { TestProject } from 'vitest/node';
import { withClient } from '../postgres/admin.ts';
import { createTestDatabase } from '../postgres/index.ts';
import { examplesOf } from './examples.ts';
import {
  type KnownStatement,
  knownStatements,
  SEEN_FILE,
  type SeenStatement,
  STATEMENTS_FILE,
  shapeOf,
} from './index.ts';

/** With this variable, what was known stays: a run of some files adds to it. */
const ADDS = 'SVC_STATEMENTS_ADDS';

export default function setup(project: TestProject): () => Promise<void> {
  return async () => {
    const seenFile = process.env[SEEN_FILE];
    if (seenFile === undefined || !existsSync(seenFile)) return;
    const before = process.env[ADDS] === '1' ? knownStatements() : [];
    const database = await createTestDatabase(project.getProvidedContext().testPostgres);
    try {
      const statements = await withClient(database.connectionString, (client) =>
        described(client, oneOfEachShape([...before, ...linesOf(seenFile)])),
      );
      writeFileSync(STATEMENTS_FILE, `[\n${statements.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`);
    } finally {
      await database.drop();
    }
  };
}

const linesOf = (file: string): SeenStatement[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** The longest statement of each shape stays, which has the most conditions. They are in the order of their texts. */
function oneOfEachShape(seen: readonly SeenStatement[]): SeenStatement[] {
  const inOrder = seen.toSorted((a, b) => b.text.length - a.text.length || compare(a.text, b.text));
  const kept = new Map<string, SeenStatement>();
  for (const one of inOrder) if (!kept.has(shapeOf(one))) kept.set(shapeOf(one), one);
  return [...kept.values()].sort((a, b) => compare(a.text, b.text));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The server tells the types of the parameters. It knows no statement of an older schema: such a one is left out. */
async function described(client: pg.Client, seen: readonly SeenStatement[]): Promise<KnownStatement[]> {
  const statements: KnownStatement[] = [];
  for (const { text, isNamed } of seen) {
    const isKnown = await client.query(`PREPARE one AS ${text}`).then(
      () => true,
      () => false,
    );
    if (!isKnown) continue;
    const { rows } = await client.query<{ types: string[] }>(
      'SELECT parameter_types::text[] AS types FROM pg_prepared_statements',
    );
    await client.query('DEALLOCATE one');
    const types = rows[0]?.types ?? [];
    statements.push({ text, isNamed, types, values: examplesOf(types) });
  }
  return statements;
}
