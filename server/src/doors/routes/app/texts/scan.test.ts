// SPDX-License-Identifier: Apache-2.0
/** POST /texts/scan: what is found in a text, and where. Nothing of the text is kept. */
import type { AppErrorBody, TextScan } from '@svc/contract';
import { CONTENT_CHARACTERS_MAX } from '@svc/contract/limits';
import { scan } from '@svc/core/dlp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOrganization, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let member: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  member = await signIn(service.baseUrl, PEOPLE.member);
});
afterAll(() => service.stop());

const scanOf = (body: object) => member.call<TextScan & AppErrorBody>('/texts/scan', { body });
const CPF = '529.982.247-25';

it('says what is found, how often, and where in UTF-16 units, whatever stands before it', async () => {
  const text = `😀 \ud800 CPF ${CPF}, e-mail maria@example.com.br, CPF 111.444.777-35`;
  const { status, body } = await scanOf({ content: text });
  expect(status).toBe(200);
  expect(body.types).toEqual([
    { type: 'CPF', count: 2 },
    { type: 'EMAIL', count: 1 },
  ]);
  expect(body.findings.map(({ start, end }) => text.slice(start, end))).toEqual([
    CPF,
    'maria@example.com.br',
    '111.444.777-35',
  ]);
});

it.each([
  ['an empty text', ''],
  ['the longest text', `${'é '.repeat(CONTENT_CHARACTERS_MAX / 2 - 10)}${CPF}`],
  ['a text with U+0000', `a\u0000${CPF}`],
])('finds in %s what the scan finds', async (_, text) => {
  const { status, body } = await scanOf({ content: text });
  expect([status, body.findings]).toEqual([200, scan(text).findings]);
});

it.each<[string, object, string]>([
  ['a text that is too long', { content: 'x'.repeat(CONTENT_CHARACTERS_MAX + 1) }, 'content'],
  ['no text', {}, 'content'],
  ['a text of another type', { content: [CPF] }, 'content'],
  ['an unknown field', { content: CPF, text: CPF }, 'text'],
])('refuses %s, and does not repeat it', async (_, body, field) => {
  const answer = await scanOf(body);
  expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, [field]]);
  expect(JSON.stringify(answer.body)).not.toContain(CPF);
});

it('keeps nothing of it, in no table and no line of the log', async () => {
  const marker = 'marker-5f3759df@example.com.br';
  expect((await scanOf({ content: `CPF ${CPF}, ${marker}` })).body.types).toHaveLength(2);
  const tables = await readRows<{ name: string }>(
    service.database,
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = 'svc'`,
  );
  expect(tables.length).toBeGreaterThan(20);
  for (const { name } of tables) {
    const rows = await readRows(service.database, `SELECT t::text AS row FROM ${name} t WHERE t::text LIKE $1`, [
      `%${marker}%`,
    ]);
    expect([name, rows]).toEqual([name, []]);
  }
  expect(service.logged()).not.toContain(marker);
});
