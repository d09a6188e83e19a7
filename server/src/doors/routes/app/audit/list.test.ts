// SPDX-License-Identifier: Apache-2.0
/** GET /audit lists the chain's entries, newest first, by any filters, and none of another organization. */
import type { AuditList, Me } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACME, call, openOrganization, PLAIN_ACTION, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

const REVIEWED = { agent: 'billing-bot', resource: 'customers', action: 'EXPORT_DATA', destination: 'EXTERNAL_API' };

let service: TestService;
let member: Browser;
let memberId: string;
let reviewedId: string;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  member = await signIn(service.baseUrl, PEOPLE.member);
  memberId = (await member.call<Me>('/me')).body.user.id;
  await call(service.baseUrl, '/v1/events', { body: PLAIN_ACTION });
  reviewedId = (await call(service.baseUrl, '/v1/events', { body: REVIEWED })).body.id;
  await member.call(`/reviews/${reviewedId}/approve`, { body: { note: 'secret note' } });
});
afterAll(() => service.stop());

const list = async (query: Record<string, string> = {}, browser = member) =>
  (await browser.call<AuditList>(`/audit?${new URLSearchParams(query)}`)).body;
const kindsOf = ({ items }: AuditList) => items.map(({ kind }) => kind);

it('shows each entry as it was hashed, newest first, with the names of people and keys beside their ids', async () => {
  const { items, nextCursor } = await list({ limit: '200' });
  const entries = (await readAuditEntries(service.database, ACME)).toReversed();
  expect(nextCursor).toBeNull();
  expect(
    items.map(({ actor: { name: _name, ...actor }, decision: _decision, ...item }) => ({ ...item, actor })),
  ).toEqual(entries.map(({ organizationId: _id, ...entry }) => entry));
  // The approved review tells the decision that it belongs to; the decision itself tells it already.
  expect(items[0]?.decision).toEqual(items.find(({ kind }) => kind === 'decision.recorded')?.metadata);
  expect(
    items
      .slice(1)
      .map(({ decision }) => decision)
      .filter((one) => one !== null),
  ).toEqual([]);
  expect(items[0]?.actor).toEqual({ type: 'user', id: memberId, name: 'member person' });
  expect(items[1]?.actor.name).toBe('live');
  expect(JSON.stringify(items)).not.toContain('secret note');
});

it.each<[() => Record<string, string>, string[]]>([
  [() => ({ kind: 'review' }), ['review.approved']],
  [() => ({ kind: 'review.approved' }), ['review.approved']],
  [() => ({ kind: 'rev' }), []],
  [() => ({ actor: memberId }), ['review.approved']],
  [() => ({ subject: reviewedId }), ['review.approved', 'decision.recorded']],
  [() => ({ subject: reviewedId, kind: 'decision' }), ['decision.recorded']],
  [() => ({ q: 'REVIEW.app' }), ['review.approved']],
  [() => ({ q: reviewedId.toUpperCase() }), ['review.approved', 'decision.recorded']],
  [() => ({ q: '1', kind: 'organization' }), ['organization.created']],
  [() => ({ q: '%' }), []],
  [() => ({ q: "'; DROP TABLE svc.audit_entries; --" }), []],
  [() => ({ to: '2001-01-01T00:00:00Z' }), []],
  [() => ({ from: '2001-01-01T00:00:00Z', actor: memberId }), ['review.approved']],
])('finds by %o', async (query, kinds) => {
  expect(kindsOf(await list(query()))).toEqual(kinds);
});

it('finds an entry by its hash and by its number', async () => {
  const [newest] = (await list()).items;
  expect((await list({ q: newest?.hash ?? '' })).items).toEqual([newest]);
  expect((await list({ q: String(newest?.seq), kind: 'review' })).items).toEqual([newest]);
});

it('goes on from page to page, each entry once', async () => {
  const seen: number[] = [];
  let cursor: string | null | undefined;
  do {
    const page: AuditList = await list({ limit: '3', ...(cursor && { cursor }) });
    seen.push(...page.items.map(({ seq }) => seq));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(seen).toEqual(Array.from({ length: seen.length }, (_, index) => seen.length - index));
});

it('looks through a bounded number of entries for a filter, and goes on from there', async () => {
  await readRows(
    service.database,
    `INSERT INTO svc.audit_entries
     SELECT organization_id, 1000 + n, at, 'agent.paused', actor_type, actor_id, subject_type, 'x', '{}', prev_hash, hash
     FROM svc.audit_entries, generate_series(1, 60000) n
     WHERE seq = 1 AND organization_id = (SELECT organization_id FROM svc.organizations WHERE name = '${ACME}')`,
  );
  await readRows(
    service.database,
    `UPDATE svc.organization_heads SET audit_seq = 61000
     WHERE organization_id = (SELECT organization_id FROM svc.organizations WHERE name = '${ACME}')`,
  );
  const pages: AuditList[] = [];
  let cursor: string | null | undefined;
  do {
    const page: AuditList = await list({ kind: 'review', ...(cursor && { cursor }) });
    pages.push(page);
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(pages.length).toBeGreaterThan(1);
  expect(pages[0]).toMatchObject({ items: [], searchedBackTo: expect.stringMatching(/Z$/) });
  expect(pages.flatMap(kindsOf)).toEqual(['review.approved']);
  expect(pages.at(-1)?.searchedBackTo).toBeNull();
  const stranger = await signIn(service.baseUrl, PEOPLE.stranger);
  expect(kindsOf(await list({ kind: 'review' }, stranger))).toEqual([]);
});

it.each([
  'q=%00',
  'kind=a%00',
  'limit=0',
  'limit=201',
  'cursor=x',
  'from=yesterday',
  'unknown=1',
  `q=${'x'.repeat(101)}`,
])('refuses %s', async (query) => {
  expect((await member.call(`/audit?${query}`)).status).toBe(400);
});
