// SPDX-License-Identifier: Apache-2.0
/** The statements that the service sends, as the tests have seen them, and the rules that they keep. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { touchedTables } from './tables.ts';

export { STATEMENT_RULES, type StatementRule } from './rules.ts';
export { touchedTables } from './tables.ts';

/** Every statement that the tests have seen; `npm run statements` writes it. */
export const STATEMENTS_FILE = fileURLToPath(new URL('../../statements/statements.json', import.meta.url));
/** With this variable, statements are written to the file that it names, and none is refused. */
export const SEEN_FILE = 'SVC_STATEMENTS_SEEN';

export interface SeenStatement {
  /** In one line: another lay-out is no other statement. */
  text: string;
  isNamed: boolean;
}

export interface KnownStatement extends SeenStatement {
  types: string[];
  /** An example of each type. */
  values: string[];
}

export function knownStatements(): KnownStatement[] {
  return JSON.parse(readFileSync(STATEMENTS_FILE, 'utf8'));
}

/** How many characters tell statements apart that are made for a request. */
const BEGINNING_CHARACTERS = 100;

/** A statement that is made for a request has many texts. Those of one beginning and the same tables are one. */
export function shapeOf({ text, isNamed }: SeenStatement): string {
  if (isNamed) return text;
  const tables = new Set(touchedTables(text).map(({ table }) => table));
  return [text.slice(0, BEGINNING_CHARACTERS), ...[...tables].sort()].join(' ');
}
