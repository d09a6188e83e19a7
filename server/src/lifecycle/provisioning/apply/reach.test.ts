// SPDX-License-Identifier: Apache-2.0
/** Guarantee: an address of the file that no call could ever reach is a fault at its place, and nothing is applied. */
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestDatabase } from '#harness/postgres';
import { openEmptyDatabase } from '#harness/service/empty-database.ts';
import { readRows } from '#harness/service/rows.ts';
import { createAddressReach } from '../../../outgoing/egress/index.ts';
import { createVault } from '../../../platform/vault/index.ts';
import { createPool } from '../../../storage/connections/index.ts';
import { applyProvisioning, type ProvisioningError, parseProvisioning } from '../index.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await openEmptyDatabase();
  pool = createPool({ connectionString: database.connectionString }, 2);
});
afterAll(() => pool.end());

const vault = createVault([randomBytes(32)]);
const apply = (text: string, allow: readonly string[], isForced = false) =>
  applyProvisioning(
    { pool, vault, reach: createAddressReach(allow), nowMs: Date.now(), log: { info: () => undefined } },
    parseProvisioning(text, 'deploy.yaml'),
    { isForced },
  );
const faultsOf = async (text: string, allow: readonly string[] = []) =>
  await apply(text, allow).then(
    () => [],
    (error: ProvisioningError) => error.faults,
  );

const file = (host: string, extra = '') => `apiVersion: svc/v1
kind: Provision
organizations:
  - name: Acme
    checkpointUrl: http://${host}/checkpoints
${extra}    users:
      - { email: owner@acme.test, name: O, password: correct horse battery, role: OWNER }
    integrations:
      - name: crm
        kind: HTTP
        allowedHosts: ['*.example', ${host}]
        credential: { type: OAUTH2_CLIENT_CREDENTIALS, tokenUrl: "http://${host}/token", clientId: c, secret: s }
    httpRoutes:
      - { name: crm, baseUrl: "http://${host}/v1" }
    webhooks:
      - { url: "http://${host}/hook" }
`;
const REFUSED = 'must be a public address, or one that the operator opens with SVC_EGRESS_ALLOW';

it('names each address with line and column, and applies nothing', async () => {
  expect(await faultsOf(file('169.254.169.254'))).toEqual([
    `deploy.yaml:5:20: checkpointUrl ${REFUSED}`,
    `deploy.yaml:12:66: tokenUrl ${REFUSED}`,
    `deploy.yaml:14:31: baseUrl ${REFUSED}`,
    `deploy.yaml:16:16: url ${REFUSED}`,
  ]);
  expect(await readRows(database, 'SELECT 1 FROM svc.organization_directory')).toEqual([]);
});

it('takes a range that the operator opened, unless the file closes it to the organization', async () => {
  const closed = await faultsOf(file('10.0.0.9', '    privateNetworks: false\n'), ['10.0.0.0/8']);
  expect(closed).toHaveLength(4);
  expect(closed[0]).toMatch(/checkpointUrl must be a public address; the operator opened this one to other/);
  expect(await faultsOf(file('10.0.0.9'), ['10.0.0.0/8'])).toEqual([]);
});

it('leaves what an earlier file said, and asks again of what is forced', async () => {
  expect(await faultsOf(file('10.0.0.9'))).toEqual([]);
  await expect(apply(file('10.0.0.9'), [], true)).rejects.toThrow('deploy.yaml:16:16: url must be a public address');
});
