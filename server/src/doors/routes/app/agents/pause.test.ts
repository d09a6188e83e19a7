// SPDX-License-Identifier: Apache-2.0
/** POST /agents/{id}/pause, /resume and /erase-reasons: the kill switch holds everywhere, and its reason can go. */
import { createHash } from 'node:crypto';
import type { Agent, AgentDetail } from '@svc/contract';
import { verifyEntries } from '@svc/core/audit-chain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACME, call, IDS, openOrganization, otherProcess, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

const PATH = `/agents/${IDS.supportBot}`;
const REASON = 'Maria saw a spike, checking with the CRM team';

let service: TestService;
let other: TestService;
let owner: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  other = await otherProcess(service);
  owner = await signIn(service.baseUrl, PEOPLE.owner);
});
afterAll(async () => {
  await other.stop();
  await service.stop();
});

const decisions = async () => {
  const body = { agent: 'support-bot', resource: 'price-list', action: 'READ_DATA' };
  const answers = [service, other].map(({ baseUrl }) => call(baseUrl, '/v1/events', { body }));
  return (await Promise.all(answers)).map((answer) => answer.body.decision);
};
const act = (verb: string, body: object = {}) => owner.call<Agent>(`${PATH}/${verb}`, { body });

it('blocks from the next decision on, and says who paused and why', async () => {
  expect(await decisions()).toEqual(['ALLOW', 'ALLOW']);
  const { status, body } = await act('pause', { reason: REASON });
  expect([status, body]).toMatchObject([
    200,
    { status: 'PAUSED', paused: { status: 'PAUSED', by: { name: 'Olivia Owner' }, reason: REASON } },
  ]);
  expect(await decisions()).toEqual(['BLOCK', 'BLOCK']);
  // Again: the first reason stays, and nothing is noted.
  const { length } = await readAuditEntries(service.database, ACME);
  expect((await act('pause', { reason: 'again' })).body).toEqual(body);
  expect(await readAuditEntries(service.database, ACME)).toHaveLength(length);
  expect((await act('resume')).body).toMatchObject({ status: 'ACTIVE', paused: null });
  expect(await decisions()).toEqual(['ALLOW', 'ALLOW']);
});

it('has a commitment to the reason in the chain, and not the reason', async () => {
  const entries = await readAuditEntries(service.database, ACME);
  const paused = entries.find(({ kind }) => kind === 'agent.paused');
  const [row] = await readRows<{ salt: Buffer }>(
    service.database,
    'SELECT reason_salt AS salt FROM svc.agent_status_changes WHERE reason = $1',
    [REASON],
  );
  const commitment = createHash('sha256')
    .update(row?.salt ?? '')
    .update(REASON, 'utf8')
    .digest('hex');
  expect(paused).toMatchObject({
    subject: { type: 'agent', id: IDS.supportBot },
    metadata: { name: 'support-bot', before: { status: 'ACTIVE' }, after: { status: 'PAUSED' } },
  });
  expect(paused?.metadata).toHaveProperty('reasonCommitment', commitment);
  const resumed = entries.find(({ kind }) => kind === 'agent.resumed');
  expect(resumed?.metadata).not.toHaveProperty('reasonCommitment');
  expect(JSON.stringify(entries) + service.logged()).not.toContain(REASON);
});

it('forgets reasons and salts for good, and the chain still verifies', async () => {
  await act('pause', { reason: ' \n ' });
  await act('resume', { reason: 'All is well' });
  expect((await owner.call(`${PATH}/erase-reasons`, { method: 'POST' })).status).toBe(204);
  const { statusChanges } = (await owner.call<AgentDetail>(PATH)).body;
  expect(statusChanges.map(({ status, reason, reasonErasedAt }) => [status, reason, reasonErasedAt !== null])).toEqual([
    ['ACTIVE', null, true],
    ['PAUSED', null, false],
    ['ACTIVE', null, false],
    ['PAUSED', null, true],
  ]);
  const rows = await readRows(service.database, 'SELECT * FROM svc.agent_status_changes WHERE reason_salt IS NOT NULL');
  expect(rows).toEqual([]);
  const entries = await readAuditEntries(service.database, ACME);
  expect(entries.at(-1)).toMatchObject({ kind: 'agent.reasons_erased', metadata: { erased: 2 } });
  expect(verifyEntries(entries)).toMatchObject({ isValid: true });
  expect((await owner.call(`${PATH}/erase-reasons`, { method: 'POST' })).status).toBe(409);
});

it('refuses a reason that is too long or holds what turns the direction of text', async () => {
  for (const reason of ['r'.repeat(501), 'a\u202eb', 7]) {
    const { status } = await act('pause', { reason });
    expect(status).toBe(400);
  }
});
