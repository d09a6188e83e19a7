// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the compliance export has every recent LIVE event and no other, is safe in a spreadsheet, and streams. */
import { COMPLIANCE_COLUMNS, type ComplianceExport } from '@svc/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  ACME,
  call,
  GLOBEX,
  GLOBEX_KEY,
  openOrganization,
  PLAIN_ACTION,
  TEST_KEY,
  type TestService,
} from '#harness/service';
import { expectFormat } from '#harness/service/export-formats.ts';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, openBrowser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { COPY_EVENTS } from '#harness/stored-events';
import { REVIEWED } from '#harness/webhooks';
import { openComplianceExport } from './index.ts';

const FORMULAS = [
  '=HYPERLINK("https://evil.test")',
  '+1',
  '-1',
  '@SUM(A1)',
  '\tx',
  '\rx',
  ';=1+1',
  'ok;=1+1',
  '\n=1+1',
  ';\t=5',
];
/** Cells of a reader that knows no quotes and separates at any sign. */
const BARE = /[,;|\t\r\n]/;
const DANGEROUS = /^[\s"]*[=+\-@＝＋－＠]/;

let service: TestService;
let owner: Browser;
let admin: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople() });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  admin = await signIn(service.baseUrl, PEOPLE.admin);
});
afterAll(() => service.stop());
beforeEach(() => readRows(service.database, 'DELETE FROM svc.rate_windows'));

async function fetched(query = '', browser = owner, language = 'en'): Promise<{ response: Response; text: string }> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(`${service.baseUrl}/compliance/export${query}`, {
    headers: { 'sec-fetch-site': 'same-origin', cookie, 'accept-language': language },
  });
  return { response, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer()) };
}

const decide = async (body: object, key?: string): Promise<string> => {
  const answer = await call(service.baseUrl, '/v1/events', { body, ...(key !== undefined && { key }) });
  expect(answer.status).toBe(200);
  return answer.body.id;
};

/** A reader of RFC 4180 that is not the writer. */
function parseCsv(text: string, separator = ','): string[][] {
  const rows: string[][] = [[]];
  for (let at = 0; at < text.length; ) {
    let cell = '';
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
        if (text[at] === '"') at += 1;
        cell += text[at];
      }
      at += 1;
    } else for (; at < text.length && text[at] !== separator && text[at] !== '\r'; at += 1) cell += text[at];
    rows.at(-1)?.push(cell);
    if (text.startsWith('\r\n', at)) {
      if (at + 2 < text.length) rows.push([]);
      at += 2;
    } else at += 1;
  }
  return rows;
}

it('holds LIVE events of the last 90 days with their reviews, as JSON, and not its own entry', async () => {
  const plain = await decide(PLAIN_ACTION);
  const reviewed = await decide(REVIEWED);
  const member = await signIn(service.baseUrl, PEOPLE.member);
  await member.call(`/reviews/${reviewed}/approve`, { body: { note: 'phoned, "fine"\nok' } });
  await decide(PLAIN_ACTION, TEST_KEY);
  await decide({ ...PLAIN_ACTION, resource: 'customers' }, GLOBEX_KEY);
  const old = await decide(PLAIN_ACTION);
  await readRows(service.database, `UPDATE svc.events SET created_at = now() - interval '91 days' WHERE id = $1`, [
    old,
  ]);
  const { response, text } = await fetched();
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="svc-compliance-\d{4}-\d\d-\d\d\.json"$/,
  );
  const body = JSON.parse(text) as ComplianceExport;
  expectFormat('compliance-export', body);
  expect(body.organization.name).toBe(ACME);
  expect(body.events.map(({ id }) => id)).toEqual([plain, reviewed]);
  expect(body.events[1]).toMatchObject({
    finalDecision: 'ALLOW',
    decision: 'REVIEW',
    reviewStatus: 'APPROVED',
    reviewDecidedRole: 'MEMBER',
    reviewChannel: 'app',
    reviewNote: 'phoned, "fine"\nok',
  });
  const entries = await readAuditEntries(service.database, ACME);
  expect(entries.at(-1)).toMatchObject({ kind: 'compliance.exported', metadata: { format: 'json' } });
});

it('is CSV that a spreadsheet reads as text, with the same values', async () => {
  const member = await signIn(service.baseUrl, PEOPLE.member);
  for (const note of FORMULAS) {
    const id = await decide(REVIEWED);
    await readRows(
      service.database,
      `UPDATE svc.reviews SET note = $2, note_salt = decode(repeat('00', 32), 'hex')
      WHERE event_id = $1`,
      [id, note],
    );
    expect((await member.call(`/reviews/${id}/deny`, { method: 'POST' })).status).toBe(200);
    await readRows(
      service.database,
      `UPDATE svc.reviews SET note = $2, note_salt = decode(repeat('00', 32), 'hex')
      WHERE event_id = $1`,
      [id, note],
    );
  }
  const { response, text } = await fetched('?format=csv');
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
  expect(response.headers.get('content-disposition')).toMatch(/filename="svc-compliance-\d{4}-\d\d-\d\d\.csv"$/);
  expect(text.split(BARE).filter((cell) => DANGEROUS.test(cell))).toEqual([]);
  expect(text).toMatch(/^\uFEFF/);
  const [head, ...rows] = parseCsv(text.slice(1));
  expect(head).toEqual(COMPLIANCE_COLUMNS);
  const { events } = JSON.parse((await fetched()).text) as ComplianceExport;
  expect(rows).toHaveLength(events.length);
  expect(rows.flat().filter((cell) => DANGEROUS.test(cell))).toEqual([]);
  const plain = (cell = '') => cell.replaceAll("'", '');
  for (const [index, event] of events.entries()) {
    const cells = COMPLIANCE_COLUMNS.map((column) => {
      const value = event[column];
      return Array.isArray(value) ? value.join('; ') : String(value ?? '');
    });
    expect(rows[index]?.map(plain)).toEqual(cells);
  }
  expect(events.flatMap(({ reviewNote }) => (reviewNote === null ? [] : [reviewNote]))).toEqual(
    expect.arrayContaining(FORMULAS),
  );
});

it('separates by the person’s language, or as asked', async () => {
  const isBy = async (sign: string, query: string, language = 'en') => {
    const { response, text } = await fetched(`?format=csv${query}`, owner, language);
    expect(response.status).toBe(200);
    const [head, ...rows] = parseCsv(text.slice(1), sign);
    expect([query, language, head]).toEqual([query, language, COMPLIANCE_COLUMNS]);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every((row) => row.length === COMPLIANCE_COLUMNS.length)).toBe(true);
    expect(rows.map((row) => row[2])).toEqual(rows.map(() => expect.stringMatching(/^\d{4}-.*Z$/)));
  };
  await isBy(',', '');
  await isBy(';', '', 'pt-BR,pt;q=0.9');
  await isBy(';', '&separator=semicolon');
  await isBy(',', '&separator=comma', 'pt-BR');
  expect((await owner.call('/me', { method: 'PATCH', body: { language: 'pt-BR' } })).status).toBe(200);
  await isBy(';', '');
  await isBy(',', '&separator=comma');
});

it('refuses another format, and all but owners and admins', async () => {
  for (const query of ['?format=xml', '?format=', '?format=CSV', '?other=1', '?format=csv&separator=;']) {
    const { response, text } = await fetched(query);
    expect([response.status, JSON.parse(text).error]).toEqual([400, 'validation_error']);
  }
  const member = await signIn(service.baseUrl, PEOPLE.member);
  expect((await fetched('', member)).response.status).toBe(403);
  expect((await fetched('', openBrowser(service.baseUrl))).response.status).toBe(401);
  expect((await fetched('?format=json', admin)).response.status).toBe(200);
});

it('reads a page when the one before was taken, of many events, and breaks off when the organization ends', async () => {
  const stranger = await signIn(service.baseUrl, PEOPLE.stranger);
  await readRows(service.database, COPY_EVENTS, [GLOBEX, 15_000]);
  const [{ count } = { count: 0 }] = await readRows<{ count: number }>(
    service.database,
    `SELECT count(*)::int AS count FROM svc.events e JOIN svc.organizations o USING (organization_id)
     WHERE o.name = '${GLOBEX}'`,
  );
  expect(count).toBe(15_001);
  const exported = JSON.parse((await fetched('', stranger)).text) as ComplianceExport;
  expect(exported.events).toHaveLength(count);
  expect(new Set(exported.events.map(({ id }) => id)).size).toBe(count);
  const seqs = exported.events.map(({ seq }) => seq);
  expect(seqs).toEqual(seqs.toSorted((one, other) => one - other));

  const [globex] = await readRows(
    service.database,
    `SELECT organization_id AS id FROM svc.organizations WHERE name = '${GLOBEX}'`,
  );
  const [account] = await readRows(service.database, 'SELECT id FROM svc.accounts WHERE email = $1', [PEOPLE.stranger]);
  let pagesRead = 0;
  const { pool } = service.app;
  const reads = new Proxy(pool, {
    get(target, name) {
      if (name === 'connect') pagesRead += 1;
      return Reflect.get(target, name);
    },
  });
  const exporter = { accountId: account?.id, organizationId: globex?.id, organizationName: GLOBEX };
  const pieces = await openComplianceExport({ pool, reads }, exporter, {
    format: 'csv',
    separator: 'comma',
    language: 'en',
  });
  let longest = 0;
  for (let taken = 0; taken < 4; taken += 1) {
    const { value } = await pieces.next();
    longest = Math.max(longest, String(value).length);
    // The first piece is the line with the names of the columns.
    expect(pagesRead).toBe(taken);
  }
  expect(longest).toBeLessThan(1_000_000);
  const body = { password: 'correct horse battery', confirmName: GLOBEX };
  expect((await stranger.call('/organization', { method: 'DELETE', body })).status).toBe(204);
  await expect(pieces.next()).rejects.toThrow('The organization was deleted.');
});
