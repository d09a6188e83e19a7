// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: a file keeps claims like its other records, and one whose policies break an enforcing claim changes
 * nothing and names the event. The decision path decides that event as the fault says.
 */
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { beforeEach, expect, it } from 'vitest';
import type { TestDatabase } from '#harness/postgres';
import { openEmptyDatabase } from '#harness/service/empty-database.ts';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { createAddressReach } from '../../../outgoing/egress/index.ts';
import { createVault } from '../../../platform/vault/index.ts';
import { createPool } from '../../../storage/connections/index.ts';
import { applyProvisioning, type ProvisioningReport, parseProvisioning } from '../index.ts';

const FILE = `apiVersion: svc/v1
kind: Provision
organizations:
  - name: Acme
    resources:
      - { name: customers, classification: CUSTOMER_PII }
    agents:
      - { name: billing-bot }
    policies:
      - { name: Block deletes, action: DELETE, decision: BLOCK }
      - { name: Review exports, action: EXPORT, decision: REVIEW }
    guardrails:
      - { name: Nothing is deleted, when: { action: DELETE }, atLeast: BLOCK, enforcing: true }
      - { name: Exports are asked, when: { action: EXPORT }, atLeast: REVIEW }
`;

let database: TestDatabase;
let pool: pg.Pool;
beforeEach(async () => {
  database = await openEmptyDatabase();
  pool = createPool({ connectionString: database.connectionString }, 4);
  return () => pool.end();
});

const vault = createVault([randomBytes(32)]);
const apply = (text: string, isDryRun = false) =>
  applyProvisioning(
    { pool, vault, reach: createAddressReach([]), nowMs: Date.now(), log: { info: () => undefined } },
    parseProvisioning(text, 'deploy.yaml'),
    { isDryRun },
  );
const rows = (text: string) => readRows(database, text);
const edited = (...edits: (readonly [from: string, to: string])[]) =>
  edits.reduce((text, [from, to]) => {
    expect(text).toContain(from);
    return text.replace(from, to);
  }, FILE);
const outcomes = ({ organizations }: ProvisioningReport) =>
  organizations.flatMap(({ records }) =>
    records.filter(({ kind }) => kind === 'guardrails').map(({ outcome, name }) => `${outcome} ${name}`),
  );
const stored = () => rows('SELECT name, enforcing, version::int FROM svc.guardrails ORDER BY name');
const MILD = ['decision: BLOCK }', 'decision: REVIEW }'] as const;
const BROKEN =
  'deploy.yaml:13:9: This breaks the guardrail "Nothing is deleted": DELETE_DATA on customers by billing-bot would get ' +
  'REVIEW by "Block deletes".';

it('makes, changes and keeps claims, each with a version and an entry', async () => {
  expect(outcomes(await apply(FILE))).toEqual(['create Nothing is deleted', 'create Exports are asked']);
  expect(outcomes(await apply(FILE))).toEqual(['unchanged Nothing is deleted', 'unchanged Exports are asked']);
  const watching = edited(['enforcing: true', 'enforcing: false']);
  expect(outcomes(await apply(watching))).toEqual(['update Nothing is deleted', 'unchanged Exports are asked']);
  expect(await stored()).toEqual([
    { name: 'Exports are asked', enforcing: false, version: 1 },
    { name: 'Nothing is deleted', enforcing: false, version: 2 },
  ]);
  const versions = await rows(`SELECT version::int, change, actor_id, source FROM svc.guardrail_versions
    WHERE name = 'Nothing is deleted' ORDER BY version`);
  const by = { actor_id: 'provisioning', source: 'provisioning' };
  expect(versions).toEqual([
    { version: 1, change: 'create', ...by },
    { version: 2, change: 'update', ...by },
  ]);
  const kinds = (await readAuditEntries(database, 'Acme')).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind.startsWith('guardrail.'))).toEqual([
    'guardrail.created',
    'guardrail.created',
    'guardrail.updated',
  ]);
  // A claim that was deleted here stays deleted.
  await rows('DELETE FROM svc.guardrail_proofs; DELETE FROM svc.guardrails');
  expect(outcomes(await apply(watching))).toEqual(['removed Nothing is deleted', 'removed Exports are asked']);
});

it('refuses a file whose policies break its enforcing claim, at the claim, and changes nothing', async () => {
  await expect(apply(edited(MILD))).rejects.toThrow(BROKEN);
  expect(await rows('SELECT name FROM svc.organizations')).toEqual([]);
  // One that only tells lets the file through.
  await apply(edited(MILD, ['enforcing: true', 'enforcing: false']));
});

it('refuses a later file that breaks a claim that held, in a dry run too', async () => {
  await apply(FILE);
  await expect(apply(edited(MILD), true)).rejects.toThrow(BROKEN);
  await expect(apply(edited(MILD))).rejects.toThrow(BROKEN);
  const without = FILE.slice(0, FILE.indexOf('    guardrails:')).replace(...MILD);
  // The stored claim is in no file: the fault stands at the organization.
  await expect(apply(without)).rejects.toThrow(/^deploy\.yaml:4:5: This breaks the guardrail "Nothing is deleted"/m);
  expect(await rows(`SELECT count(*)::int AS versions FROM svc.policy_set_versions`)).toEqual([{ versions: 1 }]);
});

it('lets a claim that is broken here already be mended step by step, and settings change without a proof', async () => {
  await apply(FILE);
  await rows(`UPDATE svc.policy_revisions SET spec = spec || '{"decision":"ALLOW"}'
    WHERE name = 'Block deletes'`);
  await apply(edited(['action: EXPORT, decision: REVIEW', 'action: EXPORT, decision: BLOCK']));
  await apply(edited(['name: Acme', 'name: Acme\n    riskReviewAt: 70']));
});

it.each([
  ['an unknown field', '{ action: DELETE }, atLeast: BLOCK', '{ action: DELETE }, atLeest: BLOCK', 'atLeast'],
  ['neither demand', ', atLeast: BLOCK', '', 'Give either `never` or `atLeast`.'],
  ['both demands', 'atLeast: BLOCK', 'atLeast: BLOCK, never: [ALLOW]', 'Give either `never` or `atLeast`.'],
  ['an unknown word', 'atLeast: BLOCK', 'atLeast: ALLOW', 'deploy.yaml:13:'],
  ['a space at the end of its name', 'Exports are asked,', '"Exports are asked ",', 'deploy.yaml:14:17: name '],
  ['a name that is there twice', 'name: Exports are asked', 'name: Nothing is deleted', 'Nothing is deleted'],
])('says where a claim has %s', async (_what, from, to, message) => {
  await expect(async () => await apply(edited([from, to]))).rejects.toThrow(message);
});
