// SPDX-License-Identifier: Apache-2.0
/** GET /audit/export: an export that a stranger can check, with notes that open their commitments until they are erased. */
import {
  type AuditList,
  type AuditVerification,
  CONDITION_LEVELS_MAX,
  type Decision,
  type EventDetail,
} from '@svc/contract';
import { commitText } from '@svc/core/audit-chain';
import { type ExportVerification, verifyExport } from '@svc/core/audit-export';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { amount } from '#harness/amount';
import { call, openOrganization, otherProcess, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, openBrowser, PEOPLE, signIn } from '#harness/service/sessions.ts';

const REVIEWED = { agent: 'billing-bot', resource: 'customers', action: 'EXPORT_DATA', destination: 'EXTERNAL_API' };
const NOTE = 'Maria Souza phoned: é urgente';

let service: TestService;
let owner: Browser;
let member: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  member = await signIn(service.baseUrl, PEOPLE.member);
});
afterAll(() => service.stop());

/** Beyond the hourly limit, which another test checks. */
async function exported(browser = owner, baseUrl = service.baseUrl): Promise<Response> {
  await readRows(service.database, 'DELETE FROM svc.rate_windows');
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return await fetch(`${baseUrl}/audit/export`, { headers: { 'sec-fetch-site': 'same-origin', cookie } });
}

function verify(text: string, since: string | null = null): ExportVerification {
  const verifier = verifyExport({ key: null, since });
  verifier.push(Buffer.from(text));
  return verifier.end();
}

async function resolved(note: string): Promise<string> {
  const { id } = (await call(service.baseUrl, '/v1/events', { body: REVIEWED })).body;
  await member.call(`/reviews/${id}/approve`, { body: { note } });
  return id;
}

it('is the key, every entry in order and a checkpoint over the last of them; it does not hold its own entry', async () => {
  await resolved(NOTE);
  const response = await exported();
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/x-ndjson');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="svc-audit-\d{4}-\d\d-\d\d\.ndjson"$/,
  );
  const text = await response.text();
  const verification = verify(text);
  expect(verification).toMatchObject({ isValid: true });
  const { items } = (await owner.call<AuditList>('/audit')).body;
  expect(items[0]).toMatchObject({
    kind: 'audit.exported',
    seq: verification.entries + 1,
    metadata: { lastSeq: verification.entries },
  });
  expect(items[1]?.hash).toBe(verification.lastHash);
  expect(text).not.toContain('audit.exported');
  expect(text.split('\n').at(-2)).toMatch(/^\{"checkpoint":/);
});

it('continues every earlier export and checkpoint', async () => {
  const first = await (await exported()).text();
  await resolved('later');
  const second = await (await exported()).text();
  const { checkpoint, entries } = verify(first);
  expect(verify(second, checkpoint)).toMatchObject({ isValid: true });
  expect(verify(first, verify(second).checkpoint).fault).toMatchObject({ code: 'cut', seq: entries + 1 });
});

it('is valid with a policy of the deepest condition', async () => {
  let condition: object = { minRecords: 3 };
  for (let level = 0; level < CONDITION_LEVELS_MAX; level += 1)
    condition = { anyOf: [condition, { dlpTypes: ['CPF'] }] };
  const policies = [{ name: 'deep', action: 'ANY', decision: 'BLOCK', condition }];
  expect((await call(service.baseUrl, '/v1/policies/apply', { body: { policies } })).status).toBe(200);
  expect(verify(await (await exported()).text())).toMatchObject({ isValid: true });
});

it('discloses a note until it is erased; the chain stays as it is, and says who erased it', async () => {
  const id = await resolved(NOTE);
  const before = await (await exported()).text();
  const line = before.split('\n').find((one) => one.includes(id) && one.includes('review.approved')) ?? '';
  const { disclosed, entry } = JSON.parse(line);
  expect(disclosed.note).toBe(NOTE);
  expect(commitText(disclosed.salt, disclosed.note)).toBe(entry.metadata.noteCommitment);

  expect((await member.call(`/reviews/${id}/erase-note`, { method: 'POST' })).status).toBe(403);
  expect((await owner.call(`/reviews/${id}/erase-note`, { method: 'POST' })).status).toBe(204);

  const after = await (await exported()).text();
  expect(verify(after, verify(before).checkpoint)).toMatchObject({ isValid: true });
  expect(after).toContain(`{"entry":${JSON.stringify(entry)}}\n`);
  expect(
    after
      .split('\n')
      .filter((one) => one.includes(id))
      .join(),
  ).not.toContain(NOTE);
  const { items } = (await owner.call<AuditList>('/audit?kind=review.note_erased')).body;
  expect(items[0]).toMatchObject({
    subject: { type: 'review', id },
    metadata: { channel: 'app', eventId: id, role: 'OWNER' },
  });
  const [row] = await readRows(service.database, 'SELECT note, note_salt FROM svc.reviews WHERE event_id = $1', [id]);
  expect(row).toEqual({ note: null, note_salt: null });
  expect((await call<Decision>(service.baseUrl, `/v1/events/${id}`)).body.review?.note).toBeNull();
  const detail = (await owner.call<EventDetail>(`/events/${id}`)).body;
  expect(detail.review?.note).toBeNull();
  expect(detail.audit.map(({ kind }) => kind)).toEqual(['decision.recorded', 'review.approved', 'review.note_erased']);
});

it('erases a note once, of a review that there is', async () => {
  const id = await resolved(NOTE);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => owner.call(`/reviews/${id}/erase-note`, { method: 'POST' })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array.from({ length: 7 }, () => 409)]);
  const stranger = await signIn(service.baseUrl, PEOPLE.stranger);
  expect((await stranger.call(`/reviews/${id}/erase-note`, { method: 'POST' })).status).toBe(404);
  expect((await owner.call('/reviews/nonsense/erase-note', { method: 'POST' })).status).toBe(400);
});

it('is of one organization', async () => {
  const stranger = await signIn(service.baseUrl, PEOPLE.stranger);
  const text = await (await exported(stranger)).text();
  expect(verify(text)).toMatchObject({ isValid: true });
  expect(text).not.toContain('support-bot');
  expect(verify(text).key?.slice(0, 46)).not.toBe(verify(await (await exported()).text()).key?.slice(0, 46));
});

it('refuses all but owners and admins, and more than 60 an hour of an organization, on all processes together', async () => {
  const second = await otherProcess(service);
  try {
    expect((await exported(member)).status).toBe(403);
    expect((await exported(openBrowser(service.baseUrl))).status).toBe(401);
    await readRows(service.database, 'DELETE FROM svc.rate_windows');
    const people = [await signIn(service.baseUrl, PEOPLE.admin), await signIn(service.baseUrl, PEOPLE.owner)];
    const cookies = people.map(({ cookies }) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const exportAs = async (index: number) => {
      const { baseUrl } = index % 4 < 2 ? service : second;
      const answer = await fetch(`${baseUrl}/audit/export`, {
        headers: { 'sec-fetch-site': 'same-origin', cookie: cookies[index % 2] ?? '' },
      });
      await answer.text();
      return answer;
    };
    for (let index = 0; index < 60; index += 1) expect((await exportAs(index)).status).toBe(200);
    for (let index = 0; index < 4; index += 1) {
      const refused = await exportAs(index);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
    }
    const stranger = await signIn(service.baseUrl, PEOPLE.stranger);
    expect((await exported(stranger)).status).toBe(200);
  } finally {
    await second.stop();
  }
});

/** A page has 500 entries. */
const BATCHES = amount(6, 13);

it('streams pages: many entries, whole lines', async () => {
  for (let batch = 0; batch < BATCHES; batch += 1) {
    await Promise.all(Array.from({ length: 100 }, () => call(service.baseUrl, '/v1/events', { body: REVIEWED })));
  }
  const text = await (await exported()).text();
  expect(verify(text)).toMatchObject({ isValid: true });
  expect(verify(text).entries).toBeGreaterThan(100 * BATCHES);
});

it('and GET /audit/verify say what was changed in the database, and that all is well when nothing was', async () => {
  // Every member may check the chain.
  const check = async () => (await member.call<AuditVerification>('/audit/verify')).body;
  expect(await check()).toMatchObject({ verdict: 'VALID', fault: null });
  await readRows(
    service.database,
    `UPDATE svc.audit_entries SET kind = 'review.denied'
     WHERE seq = (SELECT max(seq) FROM svc.audit_entries WHERE kind = 'review.approved')`,
  );
  const [row] = await readRows(service.database, `SELECT seq::int FROM svc.audit_entries WHERE kind = 'review.denied'`);
  expect(await check()).toMatchObject({
    verdict: 'NOT_VALID',
    entries: row?.seq - 1,
    fault: { seq: row?.seq, code: 'wrong_hash' },
  });
  expect(verify(await (await exported()).text()).fault).toMatchObject({ seq: row?.seq, code: 'wrong_hash' });
});
