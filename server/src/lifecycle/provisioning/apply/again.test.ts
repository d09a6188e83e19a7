// SPDX-License-Identifier: Apache-2.0
/** Guarantee: what people and keys changed stays, until the file says something new about that very record. */
import { randomBytes } from 'node:crypto';
import { verify } from '@node-rs/argon2';
import type pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestDatabase } from '#harness/postgres';
import { openEmptyDatabase } from '#harness/service/empty-database.ts';
import { quickHash } from '#harness/service/quick-hash.ts';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { createAddressReach } from '../../../outgoing/egress/index.ts';
import { createVault } from '../../../platform/vault/index.ts';
import { createPool } from '../../../storage/connections/index.ts';
import { applyProvisioning, type ProvisioningReport, parseProvisioning } from '../index.ts';
import type { ProvisioningOptions } from './index.ts';

const LIVE_KEY = `key_live_${'a'.repeat(43)}`;
const OTHER_KEY = `key_live_${'z'.repeat(43)}`;
const PASSWORD = 'correct horse battery';
const HOOK = 'https://siem.example/hook/in-the-path';
const [OLD, NEW] = [randomBytes(32), randomBytes(32)];

const FILE = `apiVersion: svc/v1
kind: Provision
organizations:
  - name: Acme
    plan: BUSINESS
    enforcement: ENFORCE
    users:
      - { email: owner@acme.test, name: Olivia, password: ${PASSWORD}, role: OWNER }
      - { email: second@acme.test, name: Sam, password: ${PASSWORD}, role: OWNER }
    resources:
      - { name: customers, classification: CUSTOMER_PII, description: CRM customers }
    agents:
      - { name: billing-bot, status: ACTIVE }
    apiKeys:
      - { name: ci, key: ${LIVE_KEY} }
    httpRoutes:
      - { name: crm, baseUrl: "https://api.crm.example/v1", resource: customers, agents: [billing-bot] }
    webhooks:
      - { url: "${HOOK}", description: SIEM }
    policies:
      - { name: Review exports, action: EXPORT, decision: REVIEW, approverRoles: [OWNER] }
      - { name: Block deletes, action: DELETE, decision: BLOCK }
`;

let database: TestDatabase;
let pool: pg.Pool;
beforeEach(async () => {
  database = await openEmptyDatabase();
  pool = createPool({ connectionString: database.connectionString }, 4);
  return () => pool.end();
});

const apply = (text: string, options: ProvisioningOptions = {}, keys = [OLD]) =>
  applyProvisioning(
    {
      pool,
      vault: createVault(keys),
      reach: createAddressReach([]),
      nowMs: Date.now(),
      log: { info: () => undefined },
    },
    parseProvisioning(text, 'deploy.yaml'),
    { hashPassword: quickHash, ...options },
  );
const rows = (text: string, values: unknown[] = []) => readRows(database, text, values);
const kinds = async () => (await readAuditEntries(database, 'Acme')).map(({ kind }) => kind);

/** Records with another outcome than `unchanged`, as `outcome kind name: fields`. */
function told({ organizations }: ProvisioningReport): string[] {
  return organizations.flatMap(({ records }) =>
    records
      .filter(({ outcome }) => outcome !== 'unchanged')
      .map(({ outcome, kind, name, fields }) => `${outcome} ${kind} ${name}: ${fields.join(', ')}`),
  );
}

function edited(...edits: (readonly [from: string, to: string])[]): string {
  return edits.reduce((text, [from, to]) => {
    expect(text).toContain(from);
    return text.replace(from, to);
  }, FILE);
}

/** Changes made here, by people and keys. */
const CHANGED_HERE: [what: string, sql: string, told: string, look: string][] = [
  [
    'a policy',
    `UPDATE svc.policy_revisions SET spec = spec || '{"decision":"BLOCK"}' WHERE name = 'Review exports'`,
    'kept policies Review exports: decision',
    `SELECT spec ->> 'decision' AS seen FROM svc.policy_revisions WHERE name = 'Review exports' AND version_to IS NULL`,
  ],
  [
    'a resource',
    `UPDATE svc.resources SET classification = 'SENSITIVE'`,
    'kept resources customers: classification',
    'SELECT classification AS seen FROM svc.resources',
  ],
  [
    'a paused agent',
    `UPDATE svc.agents SET status = 'PAUSED'`,
    'kept agents billing-bot: status',
    'SELECT status AS seen FROM svc.agents',
  ],
  [
    'a route',
    `UPDATE svc.http_routes SET methods = '{GET}', agent_ids = NULL`,
    'kept httpRoutes crm: agents',
    'SELECT agent_ids AS seen FROM svc.http_routes',
  ],
  [
    'a setting',
    `UPDATE svc.organizations SET enforcement = 'MONITOR'`,
    'kept organization Acme: enforcement',
    'SELECT enforcement AS seen FROM svc.organizations',
  ],
  [
    'a role',
    `UPDATE svc.memberships SET role = 'MEMBER' WHERE account_id = (SELECT id FROM svc.accounts WHERE email LIKE 'second%')`,
    'kept users : role',
    `SELECT string_agg(role, ' ' ORDER BY role) AS seen FROM svc.memberships`,
  ],
  [
    'a webhook',
    `UPDATE svc.webhook_endpoints SET description = 'ours'`,
    'kept webhooks siem.example: description',
    'SELECT description AS seen FROM svc.webhook_endpoints',
  ],
  [
    'a removed webhook',
    'DELETE FROM svc.webhook_endpoints',
    'removed webhooks siem.example: ',
    'SELECT count(*)::int AS seen FROM svc.webhook_endpoints',
  ],
  [
    'a removed policy',
    `UPDATE svc.policy_revisions SET version_to = 2 WHERE name = 'Block deletes'`,
    'removed policies Block deletes: ',
    `SELECT count(*)::int AS seen FROM svc.policy_revisions WHERE version_to IS NULL`,
  ],
  [
    'a removed member',
    `WITH gone AS (
       DELETE FROM svc.memberships WHERE account_id = (SELECT id FROM svc.accounts WHERE email LIKE 'second%')
       RETURNING account_id
     )
     DELETE FROM svc.membership_directory d USING gone WHERE d.account_id = gone.account_id`,
    'removed users : ',
    'SELECT count(*)::int AS seen FROM svc.memberships',
  ],
];

describe('what was changed here', () => {
  it.each(CHANGED_HERE)('%s stays when the same file is applied again, and is told each time', async (...one) => {
    const [, sql, line, look] = one;
    await apply(FILE);
    await rows(sql);
    const before = [await rows(look), await kinds()];
    for (let time = 0; time < 2; time += 1) {
      const report = await apply(FILE);
      expect(told(report)).toEqual([line]);
      expect(report.organizations[0]?.changeCount).toBe(0);
    }
    expect([await rows(look), await kinds()]).toEqual(before);
  });

  it.each(CHANGED_HERE)('%s stays when a database without kept records meets the file', async (...one) => {
    const [what, sql, line, look] = one;
    await apply(FILE);
    await rows(sql);
    await rows('DELETE FROM svc.provisioned_records');
    const before = await rows(look);
    // Nothing tells a webhook or a member that was removed from one that the file has just got.
    const isMadeAgain = what === 'a removed webhook' || what === 'a removed member';
    const first = told(await apply(FILE));
    expect(first).toEqual([isMadeAgain ? line.replace('removed', 'create') : line]);
    if (isMadeAgain) return;
    expect(told(await apply(FILE))).toEqual([line]);
    expect(await rows(look)).toEqual(before);
  });

  it.each(CHANGED_HERE)('%s is as the file says after --force', async (...one) => {
    const [, sql, , look] = one;
    await apply(FILE);
    const before = await rows(look);
    await rows(sql);
    expect(told(await apply(FILE, { isForced: true }))).toHaveLength(1);
    expect(await rows(look)).toEqual(before);
    expect(told(await apply(FILE))).toEqual([]);
  });

  it('gives way where the file says something new about that record, and nowhere else', async () => {
    await apply(FILE);
    for (const [, sql] of CHANGED_HERE.slice(0, 2)) await rows(sql);
    const report = await apply(edited(['approverRoles: [OWNER]', 'approverRoles: [OWNER, ADMIN]']));
    expect(told(report)).toEqual([
      'kept resources customers: classification',
      'update policies Review exports: decision, approverRoles',
    ]);
  });

  it('a policy counts as changed when the file no longer gives a field', async () => {
    await apply(FILE);
    expect(told(await apply(edited([', approverRoles: [OWNER]', ''])))).toEqual([
      'update policies Review exports: approverRoles',
    ]);
  });

  it('a removed policy and webhook are made again when their records change', async () => {
    await apply(FILE);
    await rows('DELETE FROM svc.webhook_endpoints');
    await rows(`UPDATE svc.policy_revisions SET version_to = 2 WHERE name = 'Block deletes'`);
    const changed = edited(['description: SIEM', 'description: SIEM 2'], ['action: DELETE', 'action: WRITE']);
    expect(told(await apply(changed))).toEqual(['create webhooks siem.example: ', 'create policies Block deletes: ']);
  });

  it('a pause, a role and a rotated key stay although another field of their record changed in the file', async () => {
    await apply(FILE);
    await rows(`UPDATE svc.agents SET status = 'PAUSED'`);
    await rows(`UPDATE svc.api_keys SET key_hash = sha256('other')`);
    const report = await apply(
      edited(
        ['status: ACTIVE', 'status: ACTIVE, permissions: []'],
        [`key: ${LIVE_KEY}`, `key: ${LIVE_KEY}, allowedIps: [::1]`],
      ),
    );
    expect(told(report)).toEqual([
      'update agents billing-bot: permissions',
      'kept agents billing-bot: status',
      'update apiKeys ci: allowedIps',
      'kept apiKeys ci: key',
    ]);
  });

  it('a removed record is not a fault while what refers to it is unchanged, and is one that says how to mend it', async () => {
    await apply(FILE);
    await rows('UPDATE svc.http_routes SET agent_ids = NULL');
    await rows('DELETE FROM svc.agents');
    expect(told(await apply(FILE))).toEqual(['removed agents billing-bot: ', 'kept httpRoutes crm: agents']);
    await expect(apply(edited(['/v1"', '/v2"']))).rejects.toThrow(
      /^deploy\.yaml:17:9: the agent billing-bot was removed here .* --force$/,
    );
  });
});

describe('the keys of the hashes', () => {
  it('may be rotated: a file that is applied under both keys goes on under the new one', async () => {
    await apply(FILE);
    expect(told(await apply(FILE, {}, [NEW, OLD]))).toEqual([]);
    const changed = edited(['action: DELETE', 'action: WRITE']);
    expect(told(await apply(changed, {}, [NEW]))).toEqual(['update policies Block deletes: action']);
  });

  it('may be lost: then nothing changes, and differences are told', async () => {
    await apply(FILE);
    const changed = edited(['action: DELETE', 'action: WRITE']);
    expect(told(await apply(changed, {}, [NEW]))).toEqual(['kept policies Block deletes: action']);
  });
});

describe('a password', () => {
  const hashes = async () =>
    (await rows('SELECT password_hash FROM svc.accounts ORDER BY email')).map((row) => String(row.password_hash));
  const signIn = async () => {
    await rows(`
      INSERT INTO svc.sessions (id, account_id, created_at, expires_at, family_hash, refresh_hash, access_hash,
        access_expires_at)
      SELECT gen_random_uuid(), id, now(), now() + interval '1 day', sha256('a'), sha256('b'), sha256('c'), now()
      FROM svc.accounts`);
  };
  const sessions = () => rows('SELECT a.email FROM svc.sessions s JOIN svc.accounts a ON a.id = s.account_id');

  it('stays when the file no longer gives it, also by force', async () => {
    await apply(FILE);
    const before = await hashes();
    await apply(edited([`, password: ${PASSWORD}`, '']));
    await apply(edited([`, password: ${PASSWORD}`, '']), { isForced: true });
    expect(await hashes()).toEqual(before);
  });

  it('that changes in the file is set, ends the sessions of that person, and is audited', async () => {
    await apply(FILE);
    await signIn();
    const report = await apply(edited([PASSWORD, 'another password']));
    expect(told(report)).toEqual(['update users : password']);
    const [first = '', second = ''] = await hashes();
    expect([await verify(first, 'another password'), await verify(second, PASSWORD)]).toEqual([true, true]);
    expect(await sessions()).toEqual([{ email: 'second@acme.test' }]);
    expect((await readAuditEntries(database, 'Acme')).at(-1)).toMatchObject({
      kind: 'member.password_set',
      actor: { type: 'system', id: 'provisioning' },
      metadata: { source: 'provisioning' },
    });
  });

  it('that the person changed stays while the file says the same, also when it says another role', async () => {
    await apply(FILE);
    await rows(`UPDATE svc.accounts SET password_hash = 'theirs'`);
    await signIn();
    expect(told(await apply(FILE))).toEqual([]);
    const { length } = await kinds();
    await apply(
      edited(['password: correct horse battery, role: OWNER', 'password: correct horse battery, role: ADMIN']),
    );
    expect(await hashes()).toEqual(['theirs', 'theirs']);
    expect(await sessions()).toHaveLength(2);
    expect((await kinds()).slice(length)).toEqual(['member.role_changed']);
  });

  it('of a person who had an account before is not set, which is told once', async () => {
    await apply(FILE);
    const other = FILE.replace('name: Acme', 'name: Other')
      .replaceAll(PASSWORD, 'another password')
      .replace(LIVE_KEY, OTHER_KEY);
    const message = 'this person has an account already, with another password: that one stays until this one changes';
    expect((await apply(other)).warnings).toEqual([`deploy.yaml:8:59: ${message}`, `deploy.yaml:9:57: ${message}`]);
    expect((await apply(other)).warnings).toEqual([]);
    for (const one of await hashes()) expect(await verify(one, PASSWORD)).toBe(true);
  });

  it('may not be two different ones in one file', async () => {
    const both = (password: string) =>
      `${FILE}  - name: Other\n    users: [{ email: owner@acme.test, name: Olivia, password: ${password}, role: OWNER }]\n`;
    await apply(both(PASSWORD));
    const changed = both('second password').replace(PASSWORD, 'first password');
    await expect(apply(changed)).rejects.toThrow('this person gets another password elsewhere in this file: give one');
  });
});

describe('a dry run', () => {
  it('tells what would be done and changes nothing', async () => {
    const dump = async () => {
      const tables = await rows(
        `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'svc' ORDER BY 1`,
      );
      const all = [];
      for (const { name } of tables)
        all.push(await rows(`SELECT to_jsonb(t)::text AS row FROM svc.${name} t ORDER BY 1`));
      return all;
    };
    const empty = await dump();
    const kept: unknown[] = [];
    const options = { isDryRun: true, keepGenerated: async (made: unknown) => void kept.push(made) };
    expect(told(await apply(FILE, options))).toHaveLength(10);
    expect(await dump()).toEqual(empty);
    await apply(FILE);
    await rows(`UPDATE svc.resources SET classification = 'SENSITIVE'`);
    const before = await dump();
    const changed = edited(['action: DELETE', 'action: WRITE'], [PASSWORD, 'another password']);
    expect(told(await apply(changed, options))).toEqual([
      'update users : password',
      'kept resources customers: classification',
      'update policies Block deletes: action',
    ]);
    expect(await dump()).toEqual(before);
    expect(kept).toEqual([]);
  });
});

it('two files about one record do not undo each other at every start', async () => {
  const other = edited(['decision: BLOCK', 'decision: REVIEW']);
  await apply(FILE, { source: 'quick-start' });
  await apply(other);
  const { length } = await kinds();
  expect(told(await apply(FILE, { source: 'quick-start' }))).toEqual(['kept policies Block deletes: decision']);
  expect(told(await apply(other))).toEqual([]);
  expect(await kinds()).toHaveLength(length);
});

it('keeps no word of the file in what it remembers', async () => {
  await apply(FILE);
  const text = JSON.stringify(await rows('SELECT * FROM svc.provisioned_records'));
  for (const word of ['acme.test', 'Olivia', PASSWORD, LIVE_KEY, 'in-the-path', 'EXPORT', 'customers']) {
    expect(text).not.toContain(word);
  }
});

it('undoes everything when generated secrets cannot be kept', async () => {
  const keepGenerated = () => Promise.reject(new Error('no room'));
  await expect(apply(edited([`, key: ${LIVE_KEY}`, '']), { keepGenerated })).rejects.toThrow('no room');
  expect(await rows('SELECT * FROM svc.organizations')).toEqual([]);
});

it('makes an organization that the file gives no setting, and says so once', async () => {
  const bare = `apiVersion: svc/v1\nkind: Provision\norganizations:\n  - name: Bare\n`;
  expect(told(await apply(bare))).toEqual(['create organization Bare: ']);
  expect(told(await apply(bare))).toEqual([]);
});
