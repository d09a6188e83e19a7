import { createHash, randomBytes } from 'node:crypto';
import { verify } from '@node-rs/argon2';
import { type AuditEntry, verifyEntries } from '@svc/core/audit-chain';
import pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/harness/postgres/index.ts';
import { createPool } from '../../db/pool.ts';
import { quickStartFile } from '../../quick-start/file.ts';
import { loadSnapshot } from '../../tenant/load-snapshot.ts';
import { createVault } from '../../vault/index.ts';
import { applyProvisioning, ProvisioningError, parseProvisioning } from '../index.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 12);
const LIVE_KEY = `key_live_${'a'.repeat(43)}`;
const TEST_KEY = `key_test_${'b'.repeat(43)}`;
const PASSWORD = 'correct horse battery';

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
      - { name: bound, key: ${TEST_KEY}, agent: billing-bot, allowedIps: [10.0.0.0/8, "::1"], expiresAt: 2030-01-01T00:00:00Z }
    policies:
      - { name: Review exports, action: EXPORT, decision: REVIEW, approverRoles: [OWNER] }
`;

let database: TestDatabase;
let pool: pg.Pool;
let owner: pg.Client;
const vault = createVault([randomBytes(32)]);
const log = { info: () => undefined };

beforeEach(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.connectionString }, 4);
  owner = new pg.Client({ connectionString: database.connectionString });
  await owner.connect();
  return async () => {
    await pool.end();
    await owner.end();
    await database.drop();
  };
});

const apply = (text: string, nowMs = NOW_MS) =>
  applyProvisioning({ pool, vault, nowMs, log }, parseProvisioning(text, 'deploy.yaml'));

const faultsOf = async (text: string): Promise<readonly string[]> =>
  await apply(text).then(
    () => [],
    (error: unknown) => {
      if (error instanceof ProvisioningError) return error.faults;
      throw error;
    },
  );

/** Every row of every table, without what is made anew each time. */
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

/** The audit chain as the core knows it. */
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

describe('applying a file', () => {
  it('makes what it says', async () => {
    const report = await apply(FILE);
    const [made] = report.organizations;
    expect(made).toMatchObject({ name: 'Acme', isNew: true, changeCount: 7 });
    const snapshot = await snapshotOf(made?.id);
    expect(snapshot).toMatchObject({ generation: 1, policySetVersion: 1 });
    expect(snapshot.settings).toMatchObject({
      plan: 'BUSINESS',
      timeZone: 'America/Sao_Paulo',
      enforcement: 'ENFORCE',
    });
    expect(snapshot.resourcesByName.get('customers')?.classification).toBe('CUSTOMER_PII');
    expect([...snapshot.apiKeys.values()].map(({ name, kind, prefix }) => ({ name, kind, prefix }))).toEqual([
      { name: 'ci', kind: 'LIVE', prefix: LIVE_KEY.slice(0, 16) },
      { name: 'bound', kind: 'TEST', prefix: TEST_KEY.slice(0, 16) },
    ]);
    const bound = [...snapshot.apiKeys.values()].find((key) => key.name === 'bound');
    expect(bound?.agentId).toBe(snapshot.agentsByName.get('billing-bot')?.id);
    expect(bound?.expiresAtMs).toBe(Date.UTC(2030, 0, 1));
    expect(bound?.allowedIps?.contains('10.1.2.3')).toBe(true);
    expect(snapshot.policies).toMatchObject([{ name: 'Review exports', decision: 'REVIEW' }]);
  });

  it('changes nothing the second time', async () => {
    await apply(FILE);
    const before = await dump();
    const report = await apply(FILE, NOW_MS + 60_000);
    expect(report.organizations).toMatchObject([{ isNew: false, changeCount: 0 }]);
    expect(await dump()).toEqual(before);
  });

  it('is the quick start of the service', async () => {
    const report = await apply(quickStartFile());
    expect(report.organizations[0]?.changeCount).toBe(12);
  });
});
