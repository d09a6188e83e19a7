// SPDX-License-Identifier: Apache-2.0
/** GET /audit/replay: a member has the decisions of a time decided again, with progress, and learns what differs. */
import type { AuditReplayLine, AuditReplayOutcome } from '@svc/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Lively, openLively } from '#harness/lively';
import { readRows } from '#harness/service/rows.ts';
import { type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let lively: Lively;
let member: Browser;
beforeAll(async () => {
  lively = await openLively();
  member = await signIn(lively.service.baseUrl, PEOPLE.member);
});
afterAll(() => lively.service.stop());
beforeEach(async () => {
  await readRows(lively.service.database, 'DELETE FROM svc.rate_windows');
});

function ask(query = '', headers: Record<string, string> = {}, signal?: AbortSignal): Promise<Response> {
  const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const sent = { 'sec-fetch-site': 'same-origin', cookie, ...headers };
  return fetch(`${lively.service.baseUrl}/audit/replay${query}`, { headers: sent, ...(signal && { signal }) });
}

async function outcomeOf(query = ''): Promise<AuditReplayOutcome> {
  const response = await ask(query);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
  const lines = (await response.text()).split('\n').filter((line) => line !== '');
  const read = lines.map((line) => JSON.parse(line) as AuditReplayLine);
  const last = read.at(-1);
  expect(read.slice(0, -1).every((line) => 'progress' in line)).toBe(true);
  if (last === undefined || !('outcome' in last)) throw new Error('the answer has no outcome');
  return last.outcome;
}

const decisionTimes = async () => {
  const rows = await readRows<{ at: Date }>(
    lively.service.database,
    `SELECT at FROM svc.audit_entries WHERE organization_id = $1 AND kind = 'decision.recorded' ORDER BY seq`,
    [lively.organizationId],
  );
  return rows.map(({ at }) => at.toISOString());
};

it('decides all again for any member', async () => {
  const times = await decisionTimes();
  expect(await outcomeOf()).toMatchObject({ verdict: 'ALIKE', alike: times.length, differing: 0, undecided: [] });
});

it('decides those of a time again', async () => {
  const times = await decisionTimes();
  const [from = '', to = ''] = [times[100], times[400]];
  const asked = times.filter((at) => at >= from && at < to);
  expect(asked.length).toBeGreaterThan(200);
  expect(await outcomeOf(`?from=${from}&to=${to}`)).toMatchObject({ verdict: 'ALIKE', alike: asked.length });
});

it('refuses other origins, strangers and texts that are no moment', async () => {
  expect((await ask('?from=yesterday')).status).toBe(400);
  expect((await ask('', { cookie: '' })).status).toBe(401);
  expect((await ask('', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
});

it('gives its place back when a caller leaves', async () => {
  for (let time = 0; time < 5; time += 1) {
    const leaving = new AbortController();
    const asked = ask('', {}, leaving.signal);
    setTimeout(() => leaving.abort(), time * 20);
    await asked.then((response) => response.text()).catch(() => null);
  }
  expect(await outcomeOf()).toMatchObject({ verdict: 'ALIKE' });
});

it('says of a chain that was changed no word about its decisions', async () => {
  const rewrite = `
    ALTER TABLE svc.audit_entries DISABLE TRIGGER ALL;
    UPDATE svc.audit_entries SET metadata = replace(metadata::text, '"riskBlockAt":50', '"riskBlockAt":51')::json
      WHERE kind = 'organization.updated' AND organization_id = '${lively.organizationId}';
    ALTER TABLE svc.audit_entries ENABLE TRIGGER ALL`;
  await readRows(lively.service.database, rewrite);
  expect(await outcomeOf()).toMatchObject({ verdict: 'NOT_VALID', alike: 0, differing: 0, first: [] });
});
