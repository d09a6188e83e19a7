// SPDX-License-Identifier: Apache-2.0
/**
 * The app's client knows method, path and roles of its operations at run time, and the fields of each query. All are
 * written from the one table. The schemas themselves stay out of the browser. `npm run generate` writes both files.
 */
import { APP_OPERATIONS, type AppOperation } from '@svc/contract';
import { expect, it } from 'vitest';
import { LICENCE_LINE, ROOT } from '../tidy/source-files.ts';

const HEAD = `${LICENCE_LINE}\n/** Written from the table of app operations by \`npm run generate\`; edits here are lost. */`;
const PAGING = ['limit', 'cursor'];

const operations = Object.entries<AppOperation>(APP_OPERATIONS);

it('holds method, path and roles of each operation', async () => {
  const rows = operations.map(([id, { method, path, who, onlyAsks, notByDirectory }]) => {
    const roles = who === 'anybody' ? 'anybody' : Object.keys(who).filter((role) => who[role as keyof typeof who]);
    const flags = { ...(onlyAsks && { onlyAsks }), ...(notByDirectory && { notByDirectory }) };
    return `  ${id}: ${literal({ method, path, who: roles, ...flags })},`;
  });
  const text = [
    HEAD,
    "import type { AppOperationId, HttpMethod, Role } from '@svc/contract';",
    '',
    'type Row = {',
    '  method: HttpMethod;',
    '  path: string;',
    "  who: 'anybody' | readonly Role[];",
    '  onlyAsks?: true;',
    '  notByDirectory?: true;',
    '};',
    '',
    'export const OPERATIONS: Readonly<Record<AppOperationId, Row>> = {',
    ...rows,
    '};',
    '',
  ];
  await expect(text.join('\n')).toMatchFileSnapshot(`${ROOT}/web/src/api/operation-table.ts`);
});

interface FieldSchema {
  enum?: readonly string[];
  format?: string;
  maxLength?: number;
}

/** A filter of a list: a word of a closed list, a time, or a text of a given length. */
function fieldOf({ enum: words, format, maxLength }: FieldSchema) {
  if (words !== undefined) return { kind: 'word', words };
  if (format === 'date-time') return { kind: 'time' };
  return { kind: 'text', ...(maxLength !== undefined && { charactersMax: maxLength }) };
}

it('holds the fields of each query, but for those of paging', async () => {
  const queries = operations.flatMap(([id, { query }]) => {
    if (query === null) return [];
    const { properties } = query as unknown as { properties: Record<string, FieldSchema> };
    const fields = Object.entries(properties).filter(([name]) => !PAGING.includes(name));
    return fields.length === 0
      ? []
      : [`  ${id}: {`, ...fields.map(([name, schema]) => `    ${name}: ${literal(fieldOf(schema))},`), '  },'];
  });
  const text = [HEAD, 'export const QUERY_FIELDS = {', ...queries, '} as const;', ''];
  expect(queries.length).toBeGreaterThan(10);
  await expect(text.join('\n')).toMatchFileSnapshot(`${ROOT}/web/src/api/query-table.ts`);
});

/** A value as TypeScript writes it, in one line. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value).replaceAll('"', "'");
  return `{ ${Object.entries(value)
    .map(([name, inner]) => `${name}: ${literal(inner)}`)
    .join(', ')} }`;
}
