// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: where an organization asks for two, no file alone lets more through. The rest of the file applies, what
 * waits is one proposal however often the file is applied, and after the acceptance the file changes nothing.
 */
import type { Proposal } from '@svc/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type RegistryStage, startRegistryStage } from '#harness/registry';
import { acme } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { applyProvisioning, parseProvisioning } from '../index.ts';

let stage: RegistryStage;
let owner: Browser;
beforeAll(async () => {
  stage = await startRegistryStage(acme);
  owner = await signIn(stage.service.baseUrl, PEOPLE.owner);
});
afterAll(() => stage.stop());

const log = { info: () => undefined };

const BASE = `
    riskReviewAt: 40
    resources:
      - { name: ledger, classification: FINANCIAL }
    agents:
      - { name: clerk, permissions: [{ action: READ, resource: ledger }] }
    policies:
      - { name: Block ledger exports, action: EXPORT, resource: FINANCIAL, decision: BLOCK }
      - { name: Review reads, action: READ, decision: REVIEW }
    guardrails:
      - { name: Reads are seen, enforcing: true, when: { action: READ }, atLeast: REVIEW }
`;

async function apply(fields: string, options: { isForced?: boolean; isDryRun?: boolean } = {}) {
  const { organizationId } = stage.owner;
  const [row] = await readRows(
    stage.service.database,
    `SELECT name FROM svc.organizations WHERE organization_id = '${organizationId}'`,
  );
  const head = 'apiVersion: svc/v1\nkind: Provision\norganizations:';
  const text = `${head}\n  - id: ${organizationId}\n    name: ${JSON.stringify(row?.name)}${fields}`;
  const { pool, vault, reach } = stage;
  const deps = { pool, vault, reach, nowMs: pool.clock.nowMs(), log };
  const { organizations } = await applyProvisioning(deps, parseProvisioning(text, 'deploy.yaml'), options);
  const [report] = organizations;
  if (report === undefined) throw new Error('no organization in the report');
  const told = report.records.filter(({ outcome }) => outcome !== 'unchanged');
  return {
    ...report,
    told: told.map(({ kind, name, outcome, fields: changed }) =>
      `${outcome} ${kind} ${name} ${changed.join(',')}`.trim(),
    ),
  };
}

const switchTo = async (isOn: boolean) => {
  await readRows(stage.service.database, `UPDATE svc.organizations SET loosen_needs_two = ${isOn}`);
  await readRows(stage.service.database, 'UPDATE svc.organization_heads SET generation = generation + 1');
};

const read = async (id: string | undefined) => (await owner.call<Proposal>(`/proposals/${id}`)).body;
const answer = async (id: string | undefined, how: string) => {
  const { status, body } = await owner.call<Proposal>(`/proposals/${id}/${how}`, { method: 'POST', body: {} });
  return [status, body];
};
const agent = async (name: string) => {
  const { body } = await owner.call<{ items: { name: string; permissions: unknown }[] }>(`/agents?q=${name}`);
  return body.items[0];
};

beforeEach(async () => {
  await readRows(stage.service.database, 'DELETE FROM svc.proposals');
  await readRows(stage.service.database, 'DELETE FROM svc.provisioned_records');
  await switchTo(false);
  await apply(BASE, { isForced: true });
  await switchTo(true);
});

const LOOSER = BASE.replace('riskReviewAt: 40', 'riskReviewAt: 50\n    reviewExpiryMinutes: 90')
  .replace('permissions: [{ action: READ, resource: ledger }]', 'permissions: [{ action: ANY, resource: ledger }]')
  .replace('classification: FINANCIAL }', 'classification: PUBLIC }')
  .replace('enforcing: true', 'enforcing: false')
  .replace(
    '    policies:',
    `      - { name: new-clerk, permissions: [{ action: READ, resource: ledger }] }
    apiKeys:
      - { name: new-clerk, agent: new-clerk }
    policies:
      - { name: Block deletions, action: DELETE, decision: BLOCK }`,
  )
  .replace('resource: FINANCIAL, decision: BLOCK', 'resource: FINANCIAL, decision: ALLOW');

it('applies the rest, and makes what waits once it is accepted', async () => {
  const first = await apply(LOOSER);
  expect(first.told).toEqual([
    `update organization ${first.name} reviewExpiryMinutes`,
    `waiting organization ${first.name} riskReviewAt`,
    'waiting resources ledger',
    'waiting agents clerk permissions',
    'create agents new-clerk',
    'waiting agents new-clerk permissions',
    'create apiKeys new-clerk',
    'create policies Block deletions',
    'waiting policies Block ledger exports',
    'waiting guardrails Reads are seen',
  ]);
  expect(await agent('new-clerk')).toMatchObject({ permissions: [] });
  const again = await apply(LOOSER);
  expect(again.proposals).toEqual(first.proposals);
  expect(again.changeCount).toBe(0);
  const [records, policies] = first.proposals;
  expect(await read(records?.id)).toMatchObject({ kind: 'applyProvisioning', author: { type: 'file', id: null } });
  expect((await read(records?.id)).looser.records).toHaveLength(4);
  expect(await read(policies?.id)).toMatchObject({ kind: 'applyPolicies', author: { type: 'file' }, mayAnswer: true });
  expect(await answer(records?.id, 'accept')).toMatchObject([200, { status: 'ACCEPTED' }]);
  // The class of the ledger is another one by now, so the policies let other things through.
  const [status] = await answer(policies?.id, 'accept');
  if (status === 409) expect(await answer(policies?.id, 'accept')).toMatchObject([200, { status: 'ACCEPTED' }]);
  expect(await agent('clerk')).toMatchObject({ permissions: [{ action: 'ANY', resource: 'ledger' }] });
  expect(await agent('new-clerk')).toMatchObject({ permissions: [{ action: 'READ', resource: 'ledger' }] });
  expect(await apply(LOOSER)).toMatchObject({ told: [], proposals: [], changeCount: 0 });
});

const TOOLS = `    toolRules:
      - { name: Coding assistants, resource: ledger, rules: [{ tools: Bash, action: WRITE_DATA }] }
`;

it('lets a set of tool rules wait, whose rules say what a call is, and refuses a broken one at its place', async () => {
  const file = `${BASE.trimEnd()}\n${TOOLS}`;
  const first = await apply(file);
  expect(first.told).toEqual(['waiting toolRules Coding assistants']);
  const [proposal] = first.proposals;
  expect(await read(proposal?.id)).toMatchObject({ looser: { records: [{ type: 'tool_rules', field: 'created' }] } });
  expect(await answer(proposal?.id, 'accept')).toMatchObject([200, { status: 'ACCEPTED' }]);
  const sets = await owner.call<{ items: object[] }>('/tool-rules');
  expect(sets.body.items).toMatchObject([{ rules: [{ tools: 'Bash', action: 'WRITE_DATA' }], unlisted: 'DENY' }]);
  expect(await apply(file)).toMatchObject({ told: [], changeCount: 0 });
  const broken = file.replace('action: WRITE_DATA', 'records: ids');
  await expect(apply(broken)).rejects.toThrow(/:17:86: rules\[0\]\.records/);
});

it('is not asked for again after it was declined, unless the operator asks for it', async () => {
  const looser = BASE.replace('riskReviewAt: 40', 'riskReviewAt: 50');
  const [proposal] = (await apply(looser)).proposals;
  expect(await answer(proposal?.id, 'decline')).toMatchObject([200, { status: 'DECLINED' }]);
  expect((await apply(looser)).proposals).toEqual([{ ...proposal, isDeclined: true }]);
  const forced = await apply(looser, { isForced: true });
  expect(forced.proposals).toEqual([{ ...forced.proposals[0], isDeclined: false }]);
  expect(forced.proposals[0]?.id).not.toBe(proposal?.id);
});

it('makes no proposal of a dry run, and none of a file that tightens', async () => {
  await apply(LOOSER, { isDryRun: true });
  expect((await owner.call<{ pending: number }>('/proposals')).body.pending).toBe(0);
  const tighter = BASE.replace('riskReviewAt: 40', 'riskReviewAt: 30').replace('decision: REVIEW', 'decision: BLOCK');
  expect(await apply(tighter)).toMatchObject({ proposals: [], changeCount: 2 });
});
