// SPDX-License-Identifier: Apache-2.0

import { createHash, randomBytes } from 'node:crypto';
import { verify } from '@node-rs/argon2';
import { type AuditEntry, verifyEntries } from '@svc/core/audit-chain';
import pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestDatabase } from '#harness/postgres';
import { openEmptyDatabase } from '#harness/service/empty-database.ts';
import { quickHash } from '#harness/service/quick-hash.ts';
import { SEE_EVERY_ORGANIZATION } from '#harness/service/rows.ts';
import { createKeyDirectory } from '../../../organization/callers/index.ts';
import { loadSnapshot } from '../../../organization/organizations/load-snapshot.ts';
import { createAddressReach } from '../../../outgoing/egress/index.ts';
import { createVault } from '../../../platform/vault/index.ts';
import { quickStartFile } from '../../../process/commands/quick-start/file.ts';
import { createPool } from '../../../storage/connections/index.ts';
import { createMetrics } from '../../../storage/metrics/index.ts';
import { applyProvisioning, ProvisioningError, parseProvisioning } from '../index.ts';
import type { ProvisioningOptions } from './index.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 12);
const LIVE_KEY = `key_live_${'a'.repeat(43)}`;
const OTHER_KEY = `key_live_${'z'.repeat(43)}`;
const TEST_KEY = `key_test_${'b'.repeat(43)}`;
const PASSWORD = 'correct horse battery';
const API_SECRET = 'upstream-secret-value';
const MCP_ROUTE_ID = '018f6f2e-5d2c-7c3a-9b1a-0123456789ab';

const FILE = `apiVersion: svc/v1
kind: Provision
organizations:
  - name: Acme
    plan: BUSINESS
    users:
      - { email: Owner@acme.test, name: Olivia Owner, password: ${PASSWORD}, role: OWNER }
    resources:
      - { name: customers, classification: CUSTOMER_PII, description: CRM customers }
    agents:
      - { name: billing-bot }
    apiKeys:
      - { name: ci, key: ${LIVE_KEY} }
      - { name: bound, key: ${TEST_KEY}, agent: billing-bot, allowedIps: [10.0.0.0/8, "::1"],
          expiresAt: 2030-01-01T00:00:00Z }
    integrations:
      - name: crm
        kind: HTTP
        allowedHosts: [api.crm.example, "*.crm.example"]
        credential: { type: API_KEY_HEADER, secret: ${API_SECRET} }
      - { name: chat, kind: CHAT_WEBHOOK }
    httpRoutes:
      - { name: crm, baseUrl: "https://api.crm.example/v1", integration: crm, resource: customers, agents: [billing-bot],
          actions: [READ_DATA], methods: [GET] }
    mcpRoutes:
      - { id: ${MCP_ROUTE_ID}, name: crm-tools, agent: billing-bot }
    webhooks:
      - { url: "https://siem.example/hook", description: SIEM }
    policies:
      - { name: Review exports, action: EXPORT, decision: REVIEW, approverRoles: [OWNER] }
`;

let database: TestDatabase;
let pool: pg.Pool;
let client: pg.Client;
/** The owner of the tables is bound by row-level security too, unless it is a superuser. */
const owner = {
  async query<Row extends pg.QueryResultRow = pg.QueryResultRow>(text: string, values: unknown[] = []) {
    await client.query(SEE_EVERY_ORGANIZATION);
    const { rows } = await client.query<Row>(text, values);
    // A test that reads a missing row fails on the values it reads.
    return { rows: rows as [Row, ...Row[]] };
  },
};
const vault = createVault([randomBytes(32)]);
const log = { info: () => undefined };
const reach = createAddressReach(['10.0.0.0/8']);

beforeEach(async () => {
  database = await openEmptyDatabase();
  pool = createPool({ connectionString: database.connectionString }, 4);
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  return async () => {
    await pool.end();
    await client.end();
  };
});

const apply = (text: string, nowMs = NOW_MS, options: ProvisioningOptions = { hashPassword: quickHash }) =>
  applyProvisioning({ pool, vault, reach, nowMs, log }, parseProvisioning(text, 'deploy.yaml'), options);

const faultsOf = async (text: string): Promise<readonly string[]> =>
  await apply(text).then(
    () => [],
    (error: unknown) => {
      if (error instanceof ProvisioningError) return error.faults;
      throw error;
    },
  );

/** Every row of every table, without the values that are generated each time. */
async function dump(): Promise<Record<string, string>> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'svc' ORDER BY 1`,
  );
  const dumped: Record<string, string> = {};
  for (const { name } of rows) {
    const table = await owner.query<{ row: string }>(`SELECT to_jsonb(t)::text AS row FROM svc.${name} t ORDER BY 1`);
    dumped[name] = table.rows.map(({ row }) => row).join('\n');
  }
  return dumped;
}

/** The audit chain in the core's form. */
async function entriesOf(organizationId: string): Promise<AuditEntry[]> {
  const { rows } = await owner.query(
    `SELECT *, encode(prev_hash, 'hex') AS prev, encode(hash, 'hex') AS own FROM svc.audit_entries
     WHERE organization_id = $1 ORDER BY seq`,
    [organizationId],
  );
  return rows.map((row) => ({
    seq: Number(row.seq),
    organizationId: row.organization_id,
    at: row.at.toISOString(),
    kind: row.kind,
    actor: { type: row.actor_type, id: row.actor_id },
    subject: { type: row.subject_type, id: row.subject_id },
    metadata: row.metadata,
    prevHash: row.prev,
    hash: row.own,
  }));
}

async function snapshotOf(organizationId: string | undefined) {
  const snapshot = await loadSnapshot(pool, organizationId ?? '');
  if (snapshot === null) throw new Error('no such organization');
  return snapshot;
}

const kindsSince = async (organizationId: string, seq: number) =>
  (await entriesOf(organizationId))
    .slice(seq)
    .map(({ kind, metadata: { changedFields } }) =>
      changedFields === undefined ? kind : `${kind} ${String(changedFields)}`,
    );

/** Applies the file, then an edited one, and returns the changes of the second. */
async function changesOfEdit(...edits: (readonly [from: string, to: string])[]): Promise<string[]> {
  const [made] = (await apply(FILE)).organizations;
  if (made === undefined) throw new Error('nothing was made');
  const before = await entriesOf(made.id);
  await apply(edited(...edits), NOW_MS + 60_000);
  return await kindsSince(made.id, before.length);
}

function edited(...edits: (readonly [from: string, to: string])[]): string {
  return edits.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the file does not hold ${from}`);
    return text.replace(from, to);
  }, FILE);
}

describe('applying a file', () => {
  it('makes what it says', async () => {
    const report = await apply(FILE);
    const [made] = report.organizations;
    expect(made).toMatchObject({ name: 'Acme', isNew: true, changeCount: 12 });
    const snapshot = await snapshotOf(made?.id);
    expect(snapshot).toMatchObject({ generation: 1, policySetVersion: 1 });
    expect(snapshot.settings).toMatchObject({
      plan: 'BUSINESS',
      timeZone: 'America/Sao_Paulo',
      enforcement: 'ENFORCE',
    });
    expect(snapshot.resourcesByName.get('customers')?.classification).toBe('CUSTOMER_PII');
    const keys = [...snapshot.apiKeys.values()].sort((left, right) => right.name.localeCompare(left.name));
    expect(keys.map(({ name, kind, prefix }) => ({ name, kind, prefix }))).toEqual([
      { name: 'ci', kind: 'LIVE', prefix: LIVE_KEY.slice(0, 16) },
      { name: 'bound', kind: 'TEST', prefix: TEST_KEY.slice(0, 16) },
    ]);
    const bound = keys[1];
    expect(bound?.agentId).toBe(snapshot.agentsByName.get('billing-bot')?.id);
    expect(bound?.expiresAtMs).toBe(Date.UTC(2030, 0, 1));
    expect(bound?.allowedIps?.contains('10.1.2.3')).toBe(true);
    expect(bound?.allowedIps?.contains('11.1.2.3')).toBe(false);
    expect(snapshot.policies.map(({ text }) => JSON.parse(text))).toMatchObject([
      { name: 'Review exports', decision: 'REVIEW' },
    ]);
    expect(snapshot.webhookEndpointIds).toHaveLength(1);
    const location = await createKeyDirectory(pool, createMetrics()).locate(
      createHash('sha256').update(LIVE_KEY).digest('hex'),
      '192.0.2.1',
    );
    expect(location).toEqual({ organizationId: made?.id, apiKeyId: keys[0]?.id });
  });

  it('stores routes by the ids of what they name, and a timeout of 30 s', async () => {
    await apply(FILE);
    const { rows } = await owner.query(
      `SELECT r.name, r.base_url, i.name AS integration, s.name AS resource, a.name AS agent, r.actions, r.methods,
         r.timeout_ms
       FROM svc.http_routes r
         JOIN svc.integrations i ON i.organization_id = r.organization_id AND i.id = r.integration_id
         JOIN svc.resources s ON s.organization_id = r.organization_id AND s.id = r.resource_id
         JOIN svc.agents a ON a.organization_id = r.organization_id AND a.id = ANY (r.agent_ids)`,
    );
    expect(rows).toEqual([
      {
        name: 'crm',
        base_url: 'https://api.crm.example/v1',
        integration: 'crm',
        resource: 'customers',
        agent: 'billing-bot',
        actions: ['READ_DATA'],
        methods: ['GET'],
        timeout_ms: 30_000,
      },
    ]);
    const { rows: mcp } = await owner.query(
      `SELECT r.id, a.name AS agent, r.resource_id FROM svc.mcp_routes r
         JOIN svc.agents a ON a.organization_id = r.organization_id AND a.id = r.agent_id`,
    );
    expect(mcp).toEqual([{ id: MCP_ROUTE_ID, agent: 'billing-bot', resource_id: null }]);
  });

  it('changes nothing the second time: no row, no entry, no generation', async () => {
    await apply(FILE);
    const before = await dump();
    const report = await apply(FILE, NOW_MS + 60_000);
    expect(report.organizations).toMatchObject([{ isNew: false, changeCount: 0 }]);
    expect(await dump()).toEqual(before);
  });

  it('is the quick start of the service', async () => {
    const text = quickStartFile();
    const report = await apply(text);
    expect(report.organizations[0]?.changeCount).toBe(20);
    expect((await apply(text)).organizations[0]?.changeCount).toBe(0);
  });

  it('begins and continues a chain that verifies, one generation an apply', async () => {
    const [made] = (await apply(FILE)).organizations;
    await apply(edited(['plan: BUSINESS', 'plan: TEAM'], ['decision: REVIEW', 'decision: BLOCK']));
    const entries = await entriesOf(made?.id ?? '');
    expect(verifyEntries(entries)).toMatchObject({ isValid: true, head: { seq: 14 } });
    expect(entries.map((entry) => entry.kind)).toEqual([
      'organization.created',
      'member.added',
      'resource.created',
      'agent.created',
      'key.created',
      'key.created',
      'integration.created',
      'integration.created',
      'http_route.created',
      'mcp_route.created',
      'webhook.created',
      'policy.created',
      'organization.updated',
      'policy.updated',
    ]);
    for (const { actor, metadata } of entries) {
      expect(actor).toEqual({ type: 'system', id: 'provisioning' });
      expect(metadata.source).toBe('provisioning');
    }
    expect((await snapshotOf(made?.id)).generation).toBe(2);
  });

  it('keeps no secret in plain text in any row, and no e-mail or name of a person in the chain', async () => {
    const report = await apply(FILE);
    await apply(edited([`secret: ${API_SECRET}`, 'secret: another-secret-value'], [LIVE_KEY, OTHER_KEY]));
    const rows = Object.values(await dump()).join('\n');
    const generated = report.generatedWebhookSecrets.map(({ secret }) => secret);
    expect(generated).toHaveLength(1);
    for (const secret of [LIVE_KEY, OTHER_KEY, TEST_KEY, PASSWORD, API_SECRET, 'another-secret-value', ...generated]) {
      expect(rows).not.toContain(secret);
      expect(rows).not.toContain(Buffer.from(secret).toString('hex'));
      expect(rows).not.toContain(Buffer.from(secret).toString('base64'));
    }
    const chain = (await dump()).audit_entries ?? '';
    for (const person of ['acme.test', 'Olivia']) expect(chain).not.toContain(person);
  });

  it('seals secrets to their rows', async () => {
    const [organization] = (await apply(FILE)).organizations;
    const organizationId = organization?.id ?? '';
    const { rows } = await owner.query(`SELECT id, secret, credential FROM svc.integrations WHERE name = 'crm'`);
    const binding = { organizationId, table: 'integrations', column: 'secret', rowId: rows[0].id };
    expect(vault.openText(rows[0].secret, binding)).toBe(API_SECRET);
    expect(rows[0].credential).toEqual({ type: 'API_KEY_HEADER', header: 'X-Api-Key' });
  });

  it('makes an account once, with an argon2id hash, and never renames one that is there', async () => {
    await apply(FILE, NOW_MS, {});
    await apply(edited(['Olivia Owner', 'Somebody Else'], ['Owner@', 'OWNER@']));
    const { rows } = await owner.query('SELECT email, email_key, name, password_hash FROM svc.accounts');
    expect(rows).toMatchObject([{ email: 'Owner@acme.test', email_key: 'owner@acme.test', name: 'Olivia Owner' }]);
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verify(rows[0].password_hash, PASSWORD)).toBe(true);
    const { rows: directory } = await owner.query(
      `SELECT d.* FROM svc.membership_directory d JOIN svc.memberships m USING (organization_id, account_id)`,
    );
    expect(directory).toHaveLength(1);
  });
});

describe('what an edit changes', () => {
  it.each<{ edits: [string, string][]; changes: string[] }>([
    { edits: [['plan: BUSINESS', 'enforcement: MONITOR']], changes: ['organization.updated enforcement'] },
    {
      edits: [['plan: BUSINESS', 'eventsPerMonth: 500\n    riskReviewAt: 10']],
      changes: ['organization.updated riskReviewAt,eventsPerMonth'],
    },
    {
      edits: [
        [
          'role: OWNER }',
          'role: OWNER }\n      - { email: b@acme.test, name: B, password: 12345678, role: MEMBER }'.replace(
            '12345678',
            '"12345678"',
          ),
        ],
      ],
      changes: ['member.added'],
    },
    {
      edits: [['classification: CUSTOMER_PII', 'classification: INTERNAL']],
      changes: ['resource.updated classification'],
    },
    { edits: [['description: CRM customers', 'description: null']], changes: ['resource.updated description'] },
    { edits: [[', description: CRM customers', '']], changes: [] },
    { edits: [['{ name: billing-bot }', '{ name: billing-bot, status: PAUSED }']], changes: ['agent.paused'] },
    {
      edits: [['{ name: billing-bot }', '{ name: billing-bot, status: PAUSED, permissions: [] }']],
      changes: ['agent.updated permissions', 'agent.paused'],
    },
    { edits: [[LIVE_KEY, OTHER_KEY]], changes: ['key.revoked', 'key.created'] },
    { edits: [[`key: ${LIVE_KEY}`, 'kind: LIVE']], changes: [] },
    { edits: [['agent: billing-bot, allowedIps', 'agent: null, allowedIps']], changes: ['key.updated agentId'] },
    { edits: [['agent: billing-bot, allowedIps', 'allowedIps']], changes: [] },
    { edits: [['[10.0.0.0/8, "::1"]', '[10.0.0.0/8]']], changes: ['key.updated allowedIps'] },
    { edits: [['2030-01-01T00:00:00Z', '2030-01-01T01:00:00+01:00']], changes: [] },
    { edits: [['2030-01-01T00:00:00Z', '2031-01-01T00:00:00Z']], changes: ['key.updated expiresAt'] },
    { edits: [[`secret: ${API_SECRET}`, 'secret: other']], changes: ['integration.updated secret'] },
    { edits: [['type: API_KEY_HEADER', 'type: AUTHORIZATION']], changes: ['integration.updated credential'] },
    { edits: [['"*.crm.example"', '"*.crm2.example"']], changes: ['integration.updated allowedHosts'] },
    { edits: [['methods: [GET]', 'methods: null, timeoutMs: 5']], changes: ['http_route.updated methods,timeoutMs'] },
    { edits: [['resource: customers, agents', 'agents']], changes: [] },
    {
      edits: [['agent: billing-bot }\n    webhooks', 'agent: null, resource: customers }\n    webhooks']],
      changes: ['mcp_route.updated agentId,resourceId'],
    },
    { edits: [['description: SIEM', 'description: Archive']], changes: ['webhook.updated description'] },
    {
      edits: [['description: SIEM', `description: SIEM, secret: whsec_${'s'.repeat(43)}`]],
      changes: ['webhook.updated secret'],
    },
    { edits: [['decision: REVIEW', 'decision: BLOCK']], changes: ['policy.updated decision'] },
    { edits: [['approverRoles: [OWNER]', 'approverRoles: [OWNER], resource: ANY, enabled: true']], changes: [] },
    { edits: [['name: Review exports', 'name: Other policy']], changes: ['policy.created'] },
  ])('$edits: $changes', async ({ edits, changes }) => {
    expect(await changesOfEdit(...edits)).toEqual(changes);
  });

  it('is nothing when a record is taken out of the file: it stays', async () => {
    await apply(FILE);
    const { provisioned_records: _said, ...before } = await dump();
    await apply('apiVersion: svc/v1\nkind: Provision\norganizations: [{ name: Acme }]');
    expect(await dump()).toMatchObject(before);
  });

  it('leaves an agent paused that was paused in the app, unless the file says ACTIVE', async () => {
    const [made] = (await apply(FILE)).organizations;
    await owner.query(`UPDATE svc.agents SET status = 'PAUSED'`);
    await apply(FILE);
    expect((await snapshotOf(made?.id)).agentsByName.get('billing-bot')?.status).toBe('PAUSED');
    await apply(edited(['{ name: billing-bot }', '{ name: billing-bot, status: ACTIVE }']));
    expect((await snapshotOf(made?.id)).agentsByName.get('billing-bot')?.status).toBe('ACTIVE');
    expect(await kindsSince(made?.id ?? '', 12)).toEqual(['agent.resumed']);
  });

  it('keeps the id of a policy and makes one version for all', async () => {
    const [made] = (await apply(FILE)).organizations;
    const before = await snapshotOf(made?.id);
    const more = '\n      - { name: Another, action: READ, decision: ALLOW }';
    await apply(edited(['decision: REVIEW, approverRoles: [OWNER] }', `decision: BLOCK }${more}`]));
    const after = await snapshotOf(made?.id);
    expect(after.policySetVersion).toBe(2);
    expect(after.policies.find((policy) => policy.name === 'Review exports')?.id).toBe(before.policies[0]?.id);
    const { rows } = await owner.query(
      'SELECT version, source, actor_id FROM svc.policy_set_versions ORDER BY version',
    );
    expect(rows.map(({ version, ...rest }) => ({ version: Number(version), ...rest }))).toEqual([
      { version: 1, source: 'provisioning', actor_id: 'provisioning' },
      { version: 2, source: 'provisioning', actor_id: 'provisioning' },
    ]);
  });

  it('seals a secret again that no configured key opens', async () => {
    await apply(FILE);
    const otherVault = createVault([randomBytes(32)]);
    const report = await applyProvisioning(
      { pool, vault: otherVault, reach, nowMs: NOW_MS, log },
      parseProvisioning(FILE, 'f'),
    );
    expect(report.organizations[0]?.changeCount).toBe(1);
    const { rows } = await owner.query(`SELECT organization_id, id, secret FROM svc.integrations WHERE name = 'crm'`);
    const [{ organization_id: organizationId, id: rowId, secret }] = rows;
    expect(otherVault.openText(secret, { organizationId, table: 'integrations', column: 'secret', rowId })).toBe(
      API_SECRET,
    );
  });
});

describe('routes with an integration warn about what they become', () => {
  const file = (integration: string, route: string) =>
    `apiVersion: svc/v1
kind: Provision
organizations:
  - name: Acme
    integrations: [{ name: crm, kind: HTTP${integration} }]
    httpRoutes: [{ name: r, baseUrl: ${route} }]
`;
  const SECRET = ', credential: { type: AUTHORIZATION, secret: s }';
  const CRM = `, allowedHosts: [a.example]${SECRET}`;
  const unrestricted =
    'deploy.yaml:6:18: the route r sends a credential and restricts nothing: a caller states its action freely; ' +
    'restrict resource, agents, actions or methods';
  const away = 'deploy.yaml:6:38: the host is not among the allowed hosts of crm: its credential is never sent there';
  const warningsOf = async (integration: string, route: string) => (await apply(file(integration, route))).warnings;

  it('as the file says it, each time', async () => {
    for (let time = 0; time < 2; time += 1) {
      expect(await warningsOf(CRM, '"https://a.example", integration: crm')).toEqual([unrestricted]);
    }
    expect(await warningsOf(CRM, '"https://a.example", integration: crm, methods: [GET]')).toEqual([]);
    expect(await warningsOf(CRM, '"https://b.example"')).toEqual([away]);
    expect(await warningsOf(CRM, '"https://b.example", methods: null')).toEqual([unrestricted, away]);
    expect(await warningsOf(CRM, '"https://b.example", integration: null')).toEqual([]);
  });

  it('as it is stored, where the file leaves a field out', async () => {
    await apply(file(CRM, '"https://a.example", integration: crm, methods: [GET]'));
    expect(await warningsOf('', '"https://a.example"')).toEqual([]);
    expect(await warningsOf('', '"https://elsewhere.example"')).toEqual([away]);
    expect(await warningsOf('', '"https://elsewhere.example", integration: crm')).toEqual([away]);
    expect(await warningsOf('', '"https://a.example", methods: null')).toEqual([unrestricted]);
    const other = file('', '"https://a.example" }, { name: o, baseUrl: "https://b.example", integration: crm');
    expect((await apply(other)).warnings).toHaveLength(3);
    expect(await warningsOf(', credential: null', '"https://a.example", methods: null')).toEqual([]);
  });

  it('when the integration allows no host', async () => {
    expect(await warningsOf(SECRET, '"https://a.example", integration: crm, methods: [GET]')).toEqual([away]);
  });

  it.each([
    ['api.bücher.example', 'api.bücher.example'],
    ['API.BÜCHER.example', 'api.xn--bcher-kva.example'],
    ['api.xn--bcher-kva.example', 'api.bücher.example'],
    ['api.bücher.example', '"*.bücher.example"'],
    ['api.bücher.example', '"*.xn--bcher-kva.example"'],
    ['api.xn--bcher-kva.example', '"*.BÜCHER.example"'],
  ])('and not about %s, which the pattern %s means', async (host, pattern) => {
    const integration = `, allowedHosts: [${pattern}]${SECRET}`;
    const route = (named: string) => `"https://${named}/v1", integration: crm, methods: [GET]`;
    expect(await warningsOf(integration, route(host))).toEqual([]);
    expect(await warningsOf(integration, route(host.replace(/^api\./i, '')))).toEqual([
      expect.stringContaining('the host is not among the allowed hosts of crm'),
    ]);
  });

  it('a hundred times at most', async () => {
    const more = Array.from(
      { length: 120 },
      (_, n) => `, { name: r${n}, baseUrl: "https://b.example", integration: crm }`,
    );
    expect((await apply(file(CRM, `"https://a.example" }${more.join('').slice(0, -2)}`))).warnings).toHaveLength(100);
  });
});

describe('API keys', () => {
  const generated = (fields = '') =>
    `apiVersion: svc/v1\nkind: Provision\norganizations: [{ name: Acme, apiKeys: [{ name: ci${fields} }] }]`;

  it('are generated once when the file gives none, LIVE unless it says TEST', async () => {
    const report = await apply(generated());
    expect(report.generatedKeys).toEqual([
      { organization: 'Acme', name: 'ci', kind: 'LIVE', key: expect.stringMatching(/^key_live_[0-9A-Za-z]{43}$/) },
    ]);
    expect((await apply(generated())).generatedKeys).toEqual([]);
    const other = await apply(generated().replace('Acme', 'Other').replace('name: ci', 'name: ci, kind: TEST'));
    expect(other.generatedKeys[0]?.key).toMatch(/^key_test_/);
  });

  it('keep their kind', async () => {
    await apply(generated());
    expect(await faultsOf(generated(', kind: TEST'))).toEqual([
      "deploy.yaml:3:59: the stored key of this name is LIVE; a key's kind never changes",
    ]);
  });

  it('have what their kind and agent allow unless the file says less, and no more after it binds them', async () => {
    const permissionsOf = async (...edits: [string, string][]) => {
      const { organizations } = await apply(edited(...edits));
      const snapshot = await snapshotOf(organizations[0]?.id);
      return Object.fromEntries([...snapshot.apiKeys.values()].map(({ name, permissions }) => [name, permissions]));
    };
    const all = ['decide', 'read', 'test', 'apply'];
    const harmless = ['decide', 'read', 'test'];
    expect(await permissionsOf()).toEqual({ ci: all, bound: harmless });
    const key = `key: ${LIVE_KEY}`;
    expect((await permissionsOf([key, `${key}, agent: billing-bot`])).ci).toEqual(harmless);
    expect((await permissionsOf([key, `${key}, agent: null`])).ci).toEqual(harmless);
    expect((await permissionsOf([key, `${key}, agent: null, permissions: [apply, read]`])).ci).toEqual([
      'read',
      'apply',
    ]);
    const bound = `${key}, agent: billing-bot, permissions: [apply]`;
    expect(await faultsOf(edited([key, bound]))).toEqual([
      expect.stringContaining('must not have apply: it is for LIVE keys that are bound to no agent'),
    ]);
  });

  it('keep their terms when their value changes', async () => {
    const [made] = (await apply(FILE)).organizations;
    const newTestKey = `key_test_${'n'.repeat(43)}`;
    await apply(edited([`${TEST_KEY}, agent: billing-bot, allowedIps: [10.0.0.0/8, "::1"]`, newTestKey]));
    const snapshot = await snapshotOf(made?.id);
    const key = [...snapshot.apiKeys.values()].find((one) => one.name === 'bound');
    expect(key?.prefix).toBe(newTestKey.slice(0, 16));
    expect(key?.agentId).toBe(snapshot.agentsByName.get('billing-bot')?.id);
    expect(key?.allowedIps?.contains('11.0.0.1')).toBe(false);
  });

  it('that were revoked do not come back: a start goes on without them, a new value in their place is refused', async () => {
    await apply(generated(`, key: ${LIVE_KEY}`));
    await owner.query('UPDATE svc.api_keys SET revoked_at = now()');
    const before = await dump();
    const report = await apply(generated(`, key: ${LIVE_KEY}`));
    expect(report.warnings).toEqual([
      'deploy.yaml:3:58: this key was revoked and does not come back: give another value',
    ]);
    expect(await dump()).toEqual(before);
    await apply(generated(`, key: ${OTHER_KEY}`));
    expect(await faultsOf(generated(`, key: ${LIVE_KEY}`))).toEqual([
      'deploy.yaml:3:58: this key was revoked and does not come back: give another value',
    ]);
  });

  it('belong to one name of one organization', async () => {
    await apply(generated(`, key: ${LIVE_KEY}`));
    expect(await faultsOf(generated(`, key: ${LIVE_KEY}`).replace('Acme', 'Other'))).toEqual([
      'deploy.yaml:3:59: this key is already in use: give another value',
    ]);
    expect(await faultsOf(generated(`, key: ${LIVE_KEY}`).replace('name: ci', 'name: cd'))).toEqual([
      'deploy.yaml:3:58: this key is already that of ci',
    ]);
  });
});

describe('what is stored against the file', () => {
  const file = (fields: string) =>
    `apiVersion: svc/v1\nkind: Provision\norganizations:\n  - name: Acme\n    ${fields}\n`;

  it.each([
    [
      'agents: [{ name: a }, { name: b }, { name: c }]',
      '5:40: the agent c is past the 2 agents of the plan (0 are stored already)',
    ],
    [
      'agentsMax: 0\n    agents: [{ name: a }]',
      '6:14: the agent a is past the 0 agents of the plan (0 are stored already)',
    ],
    ['reviewExpiryMinutes: 10081', '5:26: reviewExpiryMinutes must not be longer than the retention of 7 days'],
    [
      'reviewExpiryMinutes: 20000\n    retentionDays: 10',
      '5:26: reviewExpiryMinutes must not be longer than the retention of 10 days',
    ],
    ['riskReviewAt: 91', '5:19: riskReviewAt (91) must not be above riskBlockAt (90)'],
    ['riskBlockAt: 59', '5:18: riskReviewAt (60) must not be above riskBlockAt (59)'],
    [
      'users: [{ email: a@b, role: OWNER }]',
      '5:13: this person has no account yet: name and password are required to make one',
    ],
  ])('refuses %j', async (fields, fault) => {
    const before = await dump();
    expect(await faultsOf(file(fields))).toEqual([`deploy.yaml:${fault}`]);
    expect(await dump()).toEqual(before);
  });

  it('counts agents that are stored beside those of the file, and makes no fault of those that are there', async () => {
    await apply(file('agents: [{ name: a }, { name: b }]'));
    expect(await faultsOf(file('agents: [{ name: a }, { name: c }]'))).toEqual([
      'deploy.yaml:5:27: the agent c is past the 2 agents of the plan (2 are stored already)',
    ]);
    expect(await faultsOf(file('agents: [{ name: a }, { name: b }]'))).toEqual([]);
    expect(await faultsOf(file('plan: ENTERPRISE\n    agents: [{ name: c }, { name: d }]'))).toEqual([]);
    expect(await faultsOf(file('plan: DEVELOPER\n    agents: [{ name: a }]'))).toEqual([
      'deploy.yaml:5:11: the organization has 4 agents, and the plan would allow 2',
    ]);
    expect(await faultsOf(file('agentsMax: 3'))).toEqual([
      'deploy.yaml:5:16: the organization has 4 agents, and the plan would allow 3',
    ]);
    await owner.query(`UPDATE svc.organizations SET plan = 'DEVELOPER'`);
    expect(await faultsOf(file('plan: DEVELOPER\n    agents: [{ name: a }, { name: d }]'))).toEqual([]);
  });

  it('takes ids from the file, and refuses one that is not the stored one or another record already has', async () => {
    const [first, second] = [MCP_ROUTE_ID, MCP_ROUTE_ID.replace('0', '1')];
    await apply(file(`resources: [{ name: r, classification: PUBLIC, id: ${first.toUpperCase()} }]`));
    expect((await owner.query('SELECT id FROM svc.resources')).rows).toEqual([{ id: first }]);
    expect(await faultsOf(file(`resources: [{ name: r, classification: PUBLIC, id: ${second} }]`))).toEqual([
      `deploy.yaml:5:56: the stored resource of this name has the id ${first}; an id never changes`,
    ]);
    expect(await faultsOf(file(`resources: [{ name: s, classification: PUBLIC, id: ${first} }]`))).toEqual([
      'deploy.yaml:5:56: the id is already that of another resource',
    ]);
  });

  it('lets ids repeat in another organization', async () => {
    const records = `agents: [{ name: a, id: ${MCP_ROUTE_ID} }]`;
    await apply(`${file(records)}  - name: Other\n    ${records}\n`);
    expect((await owner.query('SELECT id FROM svc.agents')).rows).toEqual([{ id: MCP_ROUTE_ID }, { id: MCP_ROUTE_ID }]);
  });

  it('does not let the last owner go', async () => {
    await apply(FILE);
    expect(await faultsOf(edited(['role: OWNER', 'role: ADMIN']))).toEqual([
      'deploy.yaml:7:94: the last OWNER of the organization cannot get another role',
    ]);
    const second = '{ email: b@acme.test, name: B, password: "12345678", role: OWNER }';
    await apply(edited(['role: OWNER }', `role: ADMIN }\n      - ${second}`]));
    const { rows } = await owner.query('SELECT role FROM svc.memberships ORDER BY role');
    expect(rows).toEqual([{ role: 'ADMIN' }, { role: 'OWNER' }]);
  });

  it('never changes the kind of an integration, nor its hosts away from its token address', async () => {
    await apply(FILE);
    expect(await faultsOf(edited(['name: chat, kind: CHAT_WEBHOOK', 'name: chat, kind: TICKET']))).toEqual([
      'deploy.yaml:21:29: the stored integration of this name is CHAT_WEBHOOK; its kind never changes',
    ]);
    const oauth =
      'credential: { type: OAUTH2_CLIENT_CREDENTIALS, tokenUrl: "https://a.example/t", clientId: c, secret: s }';
    await apply(file(`integrations: [{ name: i, kind: HTTP, allowedHosts: [a.example], ${oauth} }]`));
    expect(await faultsOf(file('integrations: [{ name: i, kind: HTTP, allowedHosts: [b.example] }]'))).toEqual([
      'deploy.yaml:5:57: the host of tokenUrl must be one of allowedHosts',
    ]);
  });

  it('changes nothing at all, in no organization, when one record of one is wrong', async () => {
    await apply(FILE);
    const before = await dump();
    const other = '  - name: Other\n    agents: [{ name: a }, { name: b }, { name: c }]\n';
    expect(await faultsOf(edited(['plan: BUSINESS', 'plan: TEAM']) + other)).toHaveLength(1);
    expect(await dump()).toEqual(before);
  });
});

describe('at the same time', () => {
  it('two processes apply one after the other, with the result of one', async () => {
    const text = edited([`, key: ${LIVE_KEY}`, '']);
    const otherPool = createPool({ connectionString: database.connectionString }, 1);
    const document = parseProvisioning(text, 'deploy.yaml');
    const reports = await Promise.all([
      applyProvisioning({ pool, vault, reach, nowMs: NOW_MS, log }, document),
      applyProvisioning({ pool: otherPool, vault, reach, nowMs: NOW_MS + 1, log }, document),
      applyProvisioning({ pool, vault, reach, nowMs: NOW_MS + 2, log }, document),
    ]);
    await otherPool.end();
    expect(reports.map((report) => report.organizations[0]?.changeCount).sort()).toEqual([0, 0, 12]);
    expect(reports.flatMap((report) => report.generatedKeys)).toHaveLength(1);
    const [organization] = reports[0]?.organizations ?? [];
    expect(new Set(reports.map((report) => report.organizations[0]?.id)).size).toBe(1);
    expect(verifyEntries(await entriesOf(organization?.id ?? ''))).toMatchObject({ isValid: true, head: { seq: 12 } });
    expect((await snapshotOf(organization?.id)).generation).toBe(1);
  });

  it('another organization is neither seen nor changed', async () => {
    await apply(FILE);
    const [acme] = (await owner.query(`SELECT organization_id FROM svc.organizations`)).rows;
    const headOf = async () =>
      (await owner.query('SELECT * FROM svc.organization_heads WHERE organization_id = $1', [acme.organization_id]))
        .rows;
    const before = await headOf();
    // The same names in another organization: every record is made anew there.
    const keys: [string, string][] = [
      [LIVE_KEY, OTHER_KEY],
      [TEST_KEY, `key_test_${'o'.repeat(43)}`],
    ];
    const report = await apply(edited(['name: Acme', 'name: Other'], ...keys));
    expect(report.organizations).toMatchObject([{ isNew: true, changeCount: 12 }]);
    expect(await headOf()).toEqual(before);
  });
});

describe('compiled policies', () => {
  const webhook = '    webhooks:\n      - { url: "https://siem.example/hook", description: SIEM }\n';

  it('are taken over by the next snapshot while the policy set is the same, and only then', async () => {
    await apply(FILE);
    const { rows } = await owner.query<{ id: string }>('SELECT organization_id AS id FROM svc.organizations');
    const id = rows[0].id;
    const first = await snapshotOf(id);
    await apply(
      FILE.replace('billing-bot }\n    apiKeys', 'billing-bot, status: PAUSED }\n    apiKeys').replace(webhook, ''),
    );
    const second = await loadSnapshot(pool, id, first);
    expect(second?.generation).toBeGreaterThan(first.generation);
    expect(second?.compiled).toBe(first.compiled);
    expect(second?.policies).toEqual((await snapshotOf(id)).policies);
    await apply(FILE.replace('decision: REVIEW', 'decision: BLOCK'));
    const third = await loadSnapshot(pool, id, first);
    expect(third?.compiled).not.toBe(first.compiled);
    expect(third?.policies.map(({ text }) => JSON.parse(text))).toMatchObject([{ decision: 'BLOCK' }]);
  });
});
