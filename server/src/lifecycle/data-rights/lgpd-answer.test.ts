// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: the answer about a decision to the person whom it concerns tells it with its criteria, roles and proof, in
 * both languages. It holds no content, no name of a person and no word of the agent, and texts stay texts in it.
 */
import type { LgpdAnswer } from '@svc/contract';
import { isIncluded } from '@svc/core/audit-tree';
import { readCheckpoint, readVerifierKey } from '@svc/core/checkpoint';
import { policySentence, type ToldPolicy } from '@svc/core/plain-words';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACME, GLOBEX_KEY, openOrganization, PLAIN_ACTION, TEST_KEY, type TestService } from '#harness/service';
import { expectFormat } from '#harness/service/export-formats.ts';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, openBrowser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { decide, REVIEWED } from '#harness/webhooks';

const CPF = '529.982.247-25';
const SESSION = 'case-8841';
const CONTEXT = {
  purpose: 'asked by Ana Lima',
  destinationName: 'Contabilidade Souza',
  session: SESSION,
  link: 'https://tickets.example.com/4711',
};
const ASKED = { ...REVIEWED, content: `the CPF is ${CPF}`, context: CONTEXT, recordsAffected: 12 };
const HOSTILE = '"><img src=x onerror=alert(1)></script><script>alert(2)</script>&';
const POLICY: ToldPolicy = {
  action: 'EXPORT',
  resource: 'CUSTOMER_PII',
  decision: 'REVIEW',
  approverRoles: ['MEMBER'],
  condition: { destination: 'EXTERNAL' },
};

let service: TestService;
let owner: Browser;
let member: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople() });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  member = await signIn(service.baseUrl, PEOPLE.member);
});
afterAll(() => service.stop());

async function file(id: string, query = '', browser = owner): Promise<{ response: Response; text: string }> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(`${service.baseUrl}/events/${id}/lgpd-answer${query}`, {
    headers: { 'sec-fetch-site': 'same-origin', cookie },
  });
  return { response, text: await response.text() };
}

async function answer(id: string, query = ''): Promise<LgpdAnswer> {
  const { response, text } = await file(id, `?format=json${query}`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  const body = JSON.parse(text) as LgpdAnswer;
  expectFormat('lgpd-answer', body);
  return body;
}

const ELEMENTS =
  'html head meta title style body main section h1 h2 h3 p dl dt dd ul li strong table thead tbody tr th td code pre';
const ATTRIBUTES = 'lang charset http-equiv content name class scope';

/** The elements and attributes of a page beyond those that it has by itself. */
function foreignTo(html: string): string[] {
  const tags = [...html.matchAll(/<\/?([a-z]\w*)((?: [\w-]+(?:="[^"]*")?)*)\/?>/gi)];
  // Each sign that could open a tag is in one of them, but for the document type.
  expect(html.split('<').length - 2).toBe(tags.length);
  const elements = tags.map(([, name = '']) => name).filter((name) => !ELEMENTS.split(' ').includes(name));
  const names = tags.flatMap(([, , rest = '']) => [...rest.matchAll(/([\w-]+)="[^"]*"/g)].map(([, name = '']) => name));
  return [...elements, ...names.filter((name) => !ATTRIBUTES.split(' ').includes(name))];
}

it('tells the decision, its criteria in plain words, points, findings, roles and dates, and proves its entry', async () => {
  const id = await decide(service, ASKED);
  expect((await member.call(`/reviews/${id}/approve`, { body: { note: 'phoned Rui' } })).status).toBe(200);
  const body = await answer(id, '&contact=dpo%40acme.test');
  expect(body).toMatchObject({ language: 'en', contact: 'dpo@acme.test', isWhole: true, searchedBackTo: null });
  const [told] = body.decisions;
  if (told === undefined || told.proof.covered === null) throw new Error('no decision, or no proof of it');
  expect(body.decisions).toHaveLength(1);
  const sentence = policySentence(POLICY, { language: 'en' });
  expect(told).toMatchObject({
    eventId: id,
    decision: 'REVIEW',
    finalDecision: 'ALLOW',
    automatedOnly: false,
    asked: 'billing-bot wants to export 12 records of customer data from customers to an external API.',
    cause: { by: 'POLICY', threshold: null, sentence: 'The rule “Review customer exports” decided.' },
    policies: [{ name: 'Review customer exports', decided: true, sentence }],
    contentScanned: true,
    findings: [{ type: 'CPF', category: 'IDENTIFICATION' }],
    review: { status: 'APPROVED', answers: [{ answer: 'APPROVED', role: 'MEMBER', channel: 'app' }] },
  });
  const points = Object.fromEntries(told.risk.factors.map((factor) => [factor.code, factor.points]));
  expect(points).toMatchObject({ ACTION: 25, RESOURCE: 20, DESTINATION: 15, RECORDS: 5, CONTENT: 10 });
  expect(told.risk.score).toBe(
    Math.min(
      100,
      told.risk.factors.reduce((sum, factor) => sum + factor.points, 0),
    ),
  );
  const entry = (await readAuditEntries(service.database, ACME)).find(({ subject }) => subject.id === id);
  expect(told.proof).toMatchObject({ seq: entry?.seq, hash: entry?.hash });
  const { index, size, path, checkpoint, key } = told.proof.covered;
  const { root } = readCheckpoint(checkpoint, readVerifierKey(key));
  const siblings = path.map((text) => Buffer.from(text, 'base64'));
  expect(isIncluded({ hash: told.proof.hash, index, size, path: siblings, root })).toBe(true);
});

it('leaves out the content, the words of the agent, names and notes of people, and everything of keys', async () => {
  const id = await decide(service, ASKED);
  await member.call(`/reviews/${id}/deny`, { body: { note: 'phoned Rui' } });
  const [person] = await readRows(service.database, 'SELECT name FROM svc.accounts WHERE email = $1', [PEOPLE.member]);
  for (const query of ['?format=json', '', '?language=pt-BR']) {
    const { text } = await file(id, query);
    expect(text).toContain(id);
    const secrets = [CPF, 'the CPF is', 'phoned', ...Object.values(CONTEXT), person?.name, PEOPLE.member, 'key_live'];
    for (const secret of secrets) expect(text).not.toContain(secret);
  }
});

it('is a page of its own in both languages, with the same facts', async () => {
  const id = await decide(service, ASKED);
  const english = await file(id);
  expect(english.response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(english.response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="svc-lgpd-answer-.*\.html"$/,
  );
  expect(english.text).toMatch(/^<!doctype html>\n<html lang="en">[\s\S]*<\/html>\n$/);
  const { text } = await file(id, '?language=pt-BR&contact=encarregada%40acme.test');
  expect(text).toContain('<html lang="pt-BR">');
  for (const words of [
    'Resposta ao art. 20 da LGPD',
    'billing-bot quer exportar 12 registros com dados de clientes de customers para uma API externa.',
    policySentence(POLICY, { language: 'pt-BR' }),
    'CPF (identificação)',
    'Ninguém ainda: um programa consultou uma pessoa.',
    'encarregada@acme.test',
    'svc-sdk verify --proof proof.json',
  ]) {
    expect(text).toContain(words);
  }
  expect([english.text, text].flatMap(foreignTo)).toEqual([]);
  expect((await owner.call('/me', { method: 'PATCH', body: { language: 'pt-BR' } })).status).toBe(200);
  expect((await answer(id)).language).toBe('pt-BR');
  expect((await answer(id, '&language=en')).language).toBe('en');
  expect((await owner.call('/me', { method: 'PATCH', body: { language: 'en' } })).status).toBe(200);
});

it('keeps hostile names as text', async () => {
  const created = await Promise.all([
    owner.call('/agents', { body: { name: HOSTILE } }),
    owner.call('/resources', { body: { name: `r${HOSTILE}`, classification: 'EMPLOYEE' } }),
    owner.call('/policies', {
      body: { name: `p${HOSTILE}`, action: 'WRITE', resource: 'EMPLOYEE', decision: 'BLOCK' },
    }),
  ]);
  expect(created.map(({ status }) => status)).toEqual([201, 201, 201]);
  const id = await decide(service, { agent: HOSTILE, resource: `r${HOSTILE}`, action: 'WRITE_DATA' });
  const { text } = await file(id, `?contact=${encodeURIComponent(HOSTILE)}`);
  expect(text.split('&lt;script&gt;alert(2)').length).toBeGreaterThan(4);
  expect(foreignTo(text)).toEqual([]);
  expect(text).toMatch(
    /<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-[^']+'">/,
  );
});

it('holds the other decisions of a session, newest first behind the one that was asked about', async () => {
  const at = (session: string) => ({ ...PLAIN_ACTION, context: { session } });
  const ids: string[] = [];
  for (const session of ['one', 'two', 'one', 'one']) ids.push(await decide(service, at(session)));
  const [first = '', other = '', second, third] = ids;
  const body = await answer(first, '&session=true');
  expect(body).toMatchObject({ session: true, isWhole: true, searchedBackTo: null });
  expect(body.decisions.map(({ eventId }) => eventId)).toEqual([first, third, second]);
  expect((await answer(other, '&session=true')).decisions).toHaveLength(1);
  expect((await answer(first)).decisions).toHaveLength(1);
  const none = await file(await decide(service, PLAIN_ACTION), '?session=true');
  expect([none.response.status, JSON.parse(none.text).error]).toEqual([409, 'conflict']);
});

it('stops after fifty, and says that there are more', async () => {
  await readRows(service.database, 'DELETE FROM svc.rate_windows');
  const body = { ...PLAIN_ACTION, context: { session: 'long' } };
  const [first = ''] = await Promise.all(Array.from({ length: 51 }, () => decide(service, body)));
  const told = await answer(first, '&session=true');
  expect([told.isWhole, told.decisions.length, told.decisions[0]?.eventId]).toEqual([false, 50, first]);
  expect(new Set(told.decisions.map(({ eventId }) => eventId)).size).toBe(50);
});

it('is an entry of the chain, which tells neither contact nor session, and stands among the exports of its maker', async () => {
  const id = await decide(service, ASKED);
  await answer(id, '&session=true&contact=dpo%40acme.test');
  const entry = (await readAuditEntries(service.database, ACME)).at(-1);
  expect(entry).toMatchObject({ kind: 'answer.exported', subject: { type: 'event', id } });
  expect(entry?.metadata).toMatchObject({ format: 'json', language: 'en', source: 'app', actorRole: 'OWNER' });
  expect(Object.keys(entry?.metadata ?? {}).sort()).toEqual(['actorRole', 'decisions', 'format', 'language', 'source']);
});

it('is for owners and admins, of live events of their organization', async () => {
  const id = await decide(service, PLAIN_ACTION);
  const admin = await signIn(service.baseUrl, PEOPLE.admin);
  const status = async (event: string, browser: Browser, query = '') =>
    (await file(event, query, browser)).response.status;
  expect(await status(id, admin)).toBe(200);
  expect(await status(id, member)).toBe(403);
  expect(await status(id, openBrowser(service.baseUrl))).toBe(401);
  expect(await status(await decide(service, PLAIN_ACTION, TEST_KEY), owner)).toBe(409);
  const foreign = await decide(service, { ...PLAIN_ACTION, resource: 'customers' }, GLOBEX_KEY);
  expect(await status(foreign, owner)).toBe(404);
  const before = (await readAuditEntries(service.database, ACME)).length;
  for (const query of ['?format=pdf', '?language=pt', '?session=false', '?contact=', `?contact=${'x'.repeat(255)}`]) {
    expect([query, await status(id, owner, query)]).toEqual([query, 400]);
  }
  expect((await readAuditEntries(service.database, ACME)).length).toBe(before);
});

it('is refused after sixty in an hour', async () => {
  const id = await decide(service, PLAIN_ACTION);
  await readRows(service.database, 'DELETE FROM svc.rate_windows');
  for (let count = 0; count < 60; count += 1) expect((await file(id)).response.status).toBe(200);
  expect((await file(id)).response.status).toBe(429);
});
