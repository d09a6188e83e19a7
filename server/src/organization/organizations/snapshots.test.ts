// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a change that leaves the policy set alone costs no second compilation of it, and a changed set has one. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACME, acme, call, openOrganization, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { createMetrics } from '../../storage/metrics/index.ts';
import { createOrganizationSnapshots, type OrganizationSnapshots, StaleRules } from './index.ts';

let service: TestService;
let organizationId: string;
let snapshots: OrganizationSnapshots;
beforeAll(async () => {
  service = await openOrganization();
  const [row] = await readRows(
    service.database,
    `SELECT organization_id FROM svc.organizations WHERE name = '${ACME}'`,
  );
  organizationId = row?.organization_id;
  snapshots = createOrganizationSnapshots(service.app.pool, createMetrics());
});
afterAll(() => service.stop());

/** As a decision does: what is stale is loaded anew. */
const currentSnapshot = () =>
  snapshots.underCurrentRules(organizationId, async (snapshot) => {
    await snapshots.assertCurrent(snapshot);
    return snapshot;
  });

it('keeps the compiled set by the version of the policy set', async () => {
  const first = await currentSnapshot();
  await service.provision(acme({ extra: '    webhooks:\n      - { url: "https://siem.example/another" }' }));
  await expect(snapshots.assertCurrent(first)).rejects.toThrow(StaleRules);
  const second = await currentSnapshot();
  expect(second.generation).toBeGreaterThan(first.generation);
  expect(second.policySetVersion).toBe(first.policySetVersion);
  expect(second.webhookEndpointIds.length).toBeGreaterThan(first.webhookEndpointIds.length);
  expect(second.compiled).toBe(first.compiled);
  expect(second.policies).toBe(first.policies);

  const policy = { name: 'one more', action: 'DELETE', decision: 'BLOCK' };
  expect((await call(service.baseUrl, '/v1/policies/apply', { body: { policies: [policy] } })).status).toBe(200);
  const third = await currentSnapshot();
  expect(third.policySetVersion).toBe(first.policySetVersion + 1);
  expect(third.compiled).not.toBe(first.compiled);
  expect(third.compiled.policyCount).toBe(first.compiled.policyCount + 1);
});
