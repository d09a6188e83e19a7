// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: the rights of the database are its matter.
 * Guarantee: the service changes only what one of its steps changes, whatever a statement says.
 */
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACME, call, PLAIN_ACTION, startTestService, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { createPool } from '../connections/pool.ts';
import { inTransaction } from '../db/transaction.ts';

let service: TestService;
let pool: pg.Pool;
let organizationId: string;
beforeAll(async () => {
  service = await startTestService();
  pool = createPool({ connectionString: service.database.connectionString }, 1);
  const reviewed = { ...PLAIN_ACTION, action: 'EXPORT_DATA', destination: 'EXTERNAL_API', recordsAffected: 100_000 };
  await call(service.baseUrl, '/v1/events', { body: reviewed, headers: { 'idempotency-key': 'kept' } });
  const [acme] = await readRows<{ id: string }>(
    service.database,
    `SELECT organization_id AS id FROM svc.organizations WHERE name = '${ACME}'`,
  );
  organizationId = acme?.id ?? '';
  const factors = `
    INSERT INTO svc.account_totp (account_id, secret, created_at) SELECT id, 'theirs', now() FROM svc.accounts`;
  await readRows(service.database, factors);
});
afterAll(async () => {
  await pool.end();
  await service.stop();
});

const change = (statement: string) =>
  inTransaction(pool, [organizationId], (transaction) => transaction.query(statement));

const ID = '00000000-0000-4000-8000-000000000001';

/** Beside these, no identity and no time of making may be updated. */
const EXCEPTIONS = [
  'account_links.created_at',
  'account_links.id',
  'account_totp.created_at',
  'idempotency_records.created_at',
  'sessions.organization_id',
];

it('has no right to update a whole table, nor an identity or a time of making', async () => {
  const whole = await readRows(
    service.database,
    `SELECT c.relname AS name FROM pg_class c CROSS JOIN aclexplode(c.relacl) a
     WHERE c.relnamespace = 'svc'::regnamespace AND a.grantee = 'svc_app'::regrole AND a.privilege_type = 'UPDATE'`,
  );
  expect(whole).toEqual([]);
  const fixed = await readRows<{ name: string }>(
    service.database,
    `SELECT c.relname || '.' || a.attname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'svc'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relname NOT LIKE 'kysely%'
       AND a.attname IN ('organization_id', 'id', 'created_at', 'account_id', 'key_hash', 'public_key')
       AND has_column_privilege('svc_app', c.oid, a.attnum, 'UPDATE') ORDER BY 1`,
  );
  expect(fixed.map(({ name }) => name)).toEqual(EXCEPTIONS);
});

describe('the service may not', () => {
  it.each([
    ['take the chain back', 'UPDATE svc.organization_heads SET audit_seq = 0'],
    ['bend the chain', `UPDATE svc.organization_heads SET audit_hash = decode(repeat('00', 32), 'hex')`],
    ['take the rules back', 'UPDATE svc.organization_heads SET generation = generation - 1'],
    ['forget usage', 'UPDATE svc.organization_heads SET usage_events = usage_events - 1'],
    ['age an idempotency key', `UPDATE svc.idempotency_records SET created_at = now() - interval '2 days'`],
    ['give an idempotency key to another event', `UPDATE svc.idempotency_records SET event_id = '${ID}'`],
    ['replace the key that signs', `UPDATE svc.audit_signing_keys SET public_key = decode(repeat('00', 32), 'hex')`],
    ['change who a key is', `UPDATE svc.api_keys SET kind = 'LIVE'`],
    ['move a member', `UPDATE svc.memberships SET account_id = '${ID}'`],
    ['rewrite a guardrail that was', `UPDATE svc.guardrail_versions SET enforcing = false`],
    ['rewrite a policy that was', `UPDATE svc.policy_revisions SET spec = '{}'`],
    ['extend a review', `UPDATE svc.reviews SET expires_at = now() + interval '1 year'`],
    ['set a password', `UPDATE svc.accounts SET password_hash = 'mine'`],
    ['replace a factor', `UPDATE svc.account_totp SET secret = 'mine'`],
    [
      'add a factor',
      `INSERT INTO svc.account_totp (account_id, secret, created_at) SELECT id, 'mine', now() FROM svc.accounts`,
    ],
    ['raise a role', `UPDATE svc.memberships SET role = 'OWNER'`],
    ['change a plan', `UPDATE svc.organizations SET plan = 'ENTERPRISE'`],
    ['open private networks', 'UPDATE svc.organizations SET private_networks = true'],
    ['replace the private key that signs', `UPDATE svc.audit_signing_keys SET private_key = 'mine'`],
    ['replace the private key of tokens', `UPDATE svc.oauth_signing_keys SET private_key = 'mine'`],
    ['let others approve', `UPDATE svc.reviews SET approver_roles = '{MEMBER}'`],
  ])('%s', async (_what, statement) => {
    await expect(change(statement)).rejects.toThrow(/permission denied/);
  });

  it('raise a role or a plan of an organization that its transaction does not see', async () => {
    const changed = await inTransaction(pool, [], (transaction) =>
      transaction.query(
        `SELECT svc.set_role(m.organization_id, m.account_id, 'OWNER'), svc.set_plan($1, 'ENTERPRISE', true) AS plan
         FROM (SELECT $1::uuid AS organization_id, gen_random_uuid() AS account_id) m`,
        [organizationId],
      ),
    );
    expect(changed).toEqual([{ set_role: null, plan: null }]);
    const [acme] = await readRows(service.database, 'SELECT plan FROM svc.organizations WHERE organization_id = $1', [
      organizationId,
    ]);
    expect(acme).toEqual({ plan: 'BUSINESS' });
  });

  it('resolve a review without its entry or its approvers, nor make one that is resolved', async () => {
    const resolved = `UPDATE svc.reviews SET status = 'DENIED', decided_at = now(), audit_seq = 1`;
    await expect(change(resolved)).rejects.toThrow(/without its audit entry/);
    await readRows(service.database, 'UPDATE svc.reviews SET approvals_needed = 2');
    const alone = `
      WITH entry AS (
        INSERT INTO svc.audit_entries (organization_id, seq, at, kind, actor_type, actor_id, subject_type, subject_id,
          metadata, prev_hash, hash)
        SELECT organization_id, 1000, now(), 'review.approved', 'user', 'x', 'review', event_id, '{}',
          decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex') FROM svc.reviews LIMIT 1 RETURNING seq
      )
      UPDATE svc.reviews SET status = 'APPROVED', decided_at = now(), audit_seq = 1000, decided_by = gen_random_uuid()`;
    await expect(change(alone)).rejects.toThrow(/approved by too few people/);
    const made = `INSERT INTO svc.reviews (organization_id, event_id, status, approver_roles, created_at, expires_at)
      SELECT organization_id, event_id, 'APPROVED', approver_roles, created_at, expires_at FROM svc.reviews`;
    await expect(change(made)).rejects.toThrow(/permission denied/);
  });

  it('revive a revoked key', async () => {
    await change('UPDATE svc.api_keys SET revoked_at = now()');
    await expect(change('UPDATE svc.api_keys SET revoked_at = NULL')).rejects.toThrow(/permission denied/);
  });

  it('decide a review twice, nor begin an ended policy again', async () => {
    const decided = `UPDATE svc.reviews SET status = 'APPROVED', decided_at = now() WHERE status = 'PENDING' RETURNING 1`;
    expect(await readRows(service.database, decided)).toHaveLength(1);
    const again = `UPDATE svc.reviews SET status = 'DENIED' WHERE status = 'APPROVED'`;
    await expect(change(again)).rejects.toThrow(/permission denied for this change of reviews/);
    await readRows(service.database, 'UPDATE svc.policy_revisions SET version_to = version_from + 1');
    const begun = 'UPDATE svc.policy_revisions SET version_to = NULL';
    await expect(change(begun)).rejects.toThrow(/permission denied for this change of policy_revisions/);
  });
});
