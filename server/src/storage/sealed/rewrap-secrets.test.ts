// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: a new encryption key takes over. The old one can be removed, and retries across the change still replay.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestDatabase } from '#harness/postgres';
import { acme, TEST_ENCRYPTION_KEY } from '#harness/service';
import { openEmptyDatabase } from '#harness/service/empty-database.ts';
import { readRows } from '#harness/service/rows.ts';
import { applyProvisioning, parseProvisioning } from '../../lifecycle/provisioning/index.ts';
import { createAddressReach } from '../../outgoing/egress/index.ts';
import { createVault } from '../../platform/vault/index.ts';
import { loadSigningKey } from '../../record/audit/signing-key.ts';
import { createPool } from '../connections/index.ts';
import { rewrapSecrets } from './rewrap-secrets.ts';

const OLD = TEST_ENCRYPTION_KEY;
const NEW = Buffer.alloc(32, 9);
const WEBHOOK_SECRET = `whsec_${'s'.repeat(43)}`;
const NEXT_SECRET = `whsec_${'n'.repeat(43)}`;

let database: TestDatabase;
let pool: ReturnType<typeof createPool>;
beforeAll(async () => {
  database = await openEmptyDatabase();
  pool = createPool({ connectionString: database.connectionString }, 4);
  const extra = `    integrations:
      - { name: crm, kind: HTTP, allowedHosts: [crm.example], credential: { type: BASIC, username: u, secret: hunter2hunter2 } }
    webhooks:
      - { url: "https://siem.example/hook", secret: ${WEBHOOK_SECRET} }`;
  const deps = {
    pool,
    vault: createVault([OLD]),
    reach: createAddressReach([]),
    nowMs: Date.now(),
    log: { info: () => {} },
  };
  await applyProvisioning(deps, parseProvisioning(acme({ extra }), 'test.yaml'));
  // A pending rotation.
  const [row] = await readRows(database, 'SELECT organization_id, id FROM svc.webhook_endpoints');
  const binding = {
    organizationId: row?.organization_id,
    table: 'webhook_endpoints',
    column: 'next_secret',
    rowId: row?.id,
  };
  await readRows(database, 'UPDATE svc.webhook_endpoints SET next_secret = $1, next_secret_at = now()', [
    createVault([OLD]).seal(NEXT_SECRET, binding),
  ]);
});
afterAll(() => pool.end());

it('rewraps each secret once, on any number of processes at once, and then needs the old key no more', async () => {
  const both = createVault([NEW, OLD]);
  const reports = await Promise.all([rewrapSecrets(pool, both), rewrapSecrets(pool, both)]);
  expect(reports.every(({ unreadable }) => unreadable === 0)).toBe(true);
  expect(await rewrapSecrets(pool, both)).toEqual({ rewrapped: 0, unreadable: 0 });

  const alone = createVault([NEW]);
  const [row] = await readRows(database, 'SELECT * FROM svc.webhook_endpoints');
  const binding = {
    organizationId: row?.organization_id,
    table: 'webhook_endpoints',
    column: 'secret',
    rowId: row?.id,
  };
  expect(alone.openText(row?.secret, binding)).toBe(WEBHOOK_SECRET);
  expect(alone.openText(row?.next_secret, { ...binding, column: 'next_secret' })).toBe(NEXT_SECRET);
  expect(() => createVault([OLD]).openText(row?.secret, binding)).toThrow();
});

it('rewraps the key that signs checkpoints too: the same key, under the new one', async () => {
  const before = await loadSigningKey(pool, createVault([OLD]));
  expect(await rewrapSecrets(pool, createVault([NEW, OLD]))).toEqual({ rewrapped: 1, unreadable: 0 });
  const after = await loadSigningKey(pool, createVault([NEW]));
  expect(after.privateKey.equals(before.privateKey)).toBe(true);
  await expect(loadSigningKey(pool, createVault([OLD]))).rejects.toThrow('encryption key');
});

it('counts what cannot be read, and leaves it as it is', async () => {
  const before = await readRows(database, 'SELECT id, secret FROM svc.webhook_endpoints');
  const report = await rewrapSecrets(pool, createVault([Buffer.alloc(32, 5)]));
  expect(report).toEqual({ rewrapped: 0, unreadable: 4 });
  expect(await readRows(database, 'SELECT id, secret FROM svc.webhook_endpoints')).toEqual(before);
});
