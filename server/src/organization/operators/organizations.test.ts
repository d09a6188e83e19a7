// SPDX-License-Identifier: Apache-2.0
/**
 * A database of its own: organizations are counted.
 * Guarantee: an operator reaches an organization that people made, and a file never makes a twin of it.
 */
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEmptyDatabase } from '#harness/service/empty-database.ts';
import { readAuditEntries } from '#harness/service/rows.ts';
import { removeOrganization } from '../../lifecycle/data-rights/index.ts';
import { applyProvisioning, parseProvisioning } from '../../lifecycle/provisioning/index.ts';
import { exportProvisioning } from '../../lifecycle/provisioning-export/index.ts';
import { createAddressReach } from '../../outgoing/egress/index.ts';
import { insertAccounts } from '../../people/accounts/index.ts';
import { createLogger } from '../../platform/logging/index.ts';
import { createVault } from '../../platform/vault/index.ts';
import { createPool } from '../../storage/connections/index.ts';
import { inTransaction, uuidv7 } from '../../storage/db/index.ts';
import { createOrganization } from '../organizations/index.ts';
import { adoptOrganization, findOrganization, listKeys, listOrganizations, revokeKeys, setPlan } from './index.ts';

const NAME = 'Aurora';
const NOW_MS = Date.parse('2026-06-01T12:00:00Z');
const vault = createVault([randomBytes(32)]);

let database: Awaited<ReturnType<typeof openEmptyDatabase>>;
let pool: pg.Pool;
beforeEach(async () => {
  database = await openEmptyDatabase();
  // One connection, as a command has: no act may need a second one beside its transaction.
  pool = createPool({ connectionString: database.connectionString }, 1);
});
afterEach(() => pool.end());

async function all() {
  const found = [];
  for await (const one of listOrganizations(pool)) found.push(one);
  return found;
}
const billing = () =>
  ({ pool, planChange: 'off', processor: null, baseUrl: () => '', log: createLogger('silent') }) as const;
const remove = (id: string) => removeOrganization(billing(), { id, name: NAME });

async function signUp(name = NAME): Promise<string> {
  const [accountId, id] = [uuidv7(NOW_MS), uuidv7(NOW_MS)];
  const email = `ana-${accountId}@aurora.test`;
  const account = { id: accountId, email, name: 'Ana', passwordHash: 'x', isVerified: true, language: 'en' } as const;
  await inTransaction(pool, [], async (transaction) => {
    await insertAccounts(transaction, [account], NOW_MS);
    await createOrganization(transaction, { id, name, ownerId: accountId, plan: 'TEAM', nowMs: NOW_MS });
  });
  return id;
}

const fileOf = (organization: string) => `apiVersion: svc/v1
kind: Provision
organizations:
${organization}`;
const apply = (text: string, isForced = false) =>
  applyProvisioning(
    { pool, vault, reach: createAddressReach([]), nowMs: NOW_MS, log: { info: () => undefined } },
    parseProvisioning(text, 'deploy.yaml'),
    { isForced },
  );
const BY_NAME = fileOf(`  - name: ${NAME}\n    plan: BUSINESS\n`);

describe('an organization that people made', () => {
  it('is listed with its plan, and gets another one with an entry of its audit', async () => {
    const id = await signUp();
    expect(await all()).toMatchObject([{ id, name: NAME, plan: 'TEAM', people: 1, agents: 0, isOfFile: false }]);
    expect([await setPlan(pool, id, 'ENTERPRISE'), await setPlan(pool, id, 'ENTERPRISE')]).toEqual([true, false]);
    expect((await findOrganization(pool, NAME)).plan).toBe('ENTERPRISE');
    const last = (await readAuditEntries(database, NAME)).at(-1);
    expect(last).toMatchObject({
      kind: 'organization.updated',
      actor: { type: 'system', id: 'operator' },
      metadata: { source: 'command-line' },
    });
  });

  it('is no twin of a file: its name is a fault at its place, which names the id and the command', async () => {
    const id = await signUp();
    await expect(apply(BY_NAME)).rejects.toThrow(
      `deploy.yaml:4:11: people made an organization of this name, with the id ${id}. To manage it by this file, add ` +
        `"id: ${id}" or run: svc-server organization adopt ${id}. To make another one, choose another name`,
    );
    expect(await all()).toHaveLength(1);
  });

  it('is managed by a file that gives its id, or by its name once it is adopted', async () => {
    const id = await signUp();
    const byId = fileOf(
      `  - name: ${NAME}\n    id: ${id.toUpperCase()}\n    plan: BUSINESS\n    agents: [{ name: bot }]\n`,
    );
    // The choices of people stay until the file is forced; missing records are made.
    const [report] = (await apply(byId)).organizations;
    expect(report).toMatchObject({ id, isNew: false, changeCount: 1 });
    expect(report?.records.map(({ kind, outcome }) => [kind, outcome])).toEqual([
      ['organization', 'kept'],
      ['agents', 'create'],
    ]);
    await apply(byId, true);
    expect(await all()).toMatchObject([{ id, plan: 'BUSINESS', agents: 1, isOfFile: false }]);
    expect(await adoptOrganization(pool, await findOrganization(pool, id))).toBe(true);
    expect(await adoptOrganization(pool, await findOrganization(pool, NAME))).toBe(false);
    expect((await readAuditEntries(database, NAME)).at(-1)).toMatchObject({
      kind: 'organization.adopted',
      actor: { type: 'system', id: 'operator' },
    });
    expect((await apply(BY_NAME)).organizations).toMatchObject([{ id, isNew: false, changeCount: 0 }]);
    expect(await all()).toMatchObject([{ id, isOfFile: true }]);
  });

  it('is not changed by its own export', async () => {
    const id = await signUp();
    const text = await exportProvisioning({ reads: { pool }, vault }, { id, name: NAME }, NOW_MS);
    expect((await apply(text)).organizations).toMatchObject([{ id, isNew: false, changeCount: 0 }]);
    expect(await all()).toHaveLength(1);
  });

  it('goes for ever, and its id comes back by no file', async () => {
    const id = await signUp();
    expect([await remove(id), await remove(id)]).toEqual([true, false]);
    expect(await all()).toEqual([]);
    const again = fileOf(`  - name: ${NAME}\n    id: ${id}\n`);
    await expect(apply(again)).rejects.toThrow('deploy.yaml:5:9: the organization with this id was deleted');
  });
});

describe('a name', () => {
  it('of several organizations asks for the id, and is not taken from the one that files know', async () => {
    const [{ id: known = '' } = {}] = (await apply(BY_NAME)).organizations;
    const id = await signUp();
    await expect(findOrganization(pool, NAME)).rejects.toThrow(`Give the id: ${[known, id].sort().join(' ')}`);
    await expect(adoptOrganization(pool, await findOrganization(pool, id))).rejects.toThrow(
      `Provisioning files know another organization as "${NAME}": ${known}.`,
    );
    expect((await apply(BY_NAME)).organizations).toMatchObject([{ id: known, isNew: false }]);
    const unknown = uuidv7(NOW_MS);
    await expect(apply(fileOf(`  - name: ${NAME}\n    id: ${unknown}\n`))).rejects.toThrow(
      `deploy.yaml:5:9: no organization has this id; the one that files know by this name is ${known}`,
    );
    const twice = fileOf(`  - name: ${NAME}\n  - name: Other\n    id: ${known}\n`);
    await expect(apply(twice)).rejects.toThrow(
      `deploy.yaml:5:11: stands for the same organization as ${NAME}: ${known}`,
    );
  });

  it('of nothing says where to look', async () => {
    await expect(findOrganization(pool, 'None')).rejects.toThrow('See: svc-server organization list');
  });
});

describe('an end of keys', () => {
  const KEYS = ['a', 'b'].map((letter) => `key_live_${letter.repeat(40)}`);
  const prefixes = async () => {
    const found = [];
    for await (const { prefix } of listKeys(pool, { organization: null, prefix: null })) found.push(prefix);
    return found;
  };

  it('is that of one key by its prefix, or of all, with an entry for each', async () => {
    const keys = KEYS.map((key, index) => `{ name: k${index}, key: ${key} }`).join(', ');
    await apply(fileOf(`  - name: ${NAME}\n    apiKeys: [${keys}]\n`));
    const [first = '', second = ''] = await prefixes();
    expect(KEYS.every((key) => [first, second].some((prefix) => key.startsWith(prefix)))).toBe(true);
    expect(await revokeKeys(pool, { organization: null, prefix: first })).toBe(1);
    expect(await prefixes()).toEqual([second]);
    await expect(revokeKeys(pool, { organization: null, prefix: first })).rejects.toThrow('See: svc-server keys list');
    expect(await revokeKeys(pool, { organization: NAME, prefix: null })).toBe(1);
    expect(await prefixes()).toEqual([]);
    const ends = (await readAuditEntries(database, NAME)).filter(({ kind }) => kind === 'key.revoked');
    expect(ends.map(({ actor }) => actor.id)).toEqual(['operator', 'operator']);
  });
});
