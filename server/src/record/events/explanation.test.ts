// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the stored part of a decision explains later why each policy of that time did or did not match. */
import type { PolicySpec } from '@svc/contract';
import { explainPolicy } from '@svc/core/policy';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACME, acme, call, IDS, openOrganization, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import type { EventItemRow } from './event-item.ts';
import { factsOf } from './explain-event.ts';
import { ACT_JOIN, EVENT_COLUMNS, LISTED_RECORD, MATCHED_POLICY_IDS } from './stored-event.ts';

let service: TestService;
beforeAll(async () => {
  const policies = `
      - { name: many, action: READ, decision: BLOCK, condition: { minRecords: 100, containsSensitiveData: true } }
      - { name: found, action: READ, decision: REVIEW, condition: { dlpTypes: [CPF], minRiskScore: 10 } }`;
  service = await openOrganization({ provisioning: () => acme({ policies }) });
});
afterAll(() => service.stop());

it('explains a match and a mismatch after the policies have changed', async () => {
  const body = {
    agent: 'billing-bot',
    resource: 'orders',
    action: 'READ_DATA',
    recordsAffected: 5,
    content: 'cpf 529.982.247-25',
  };
  const decided = await call(service.baseUrl, '/v1/events', { body });
  expect(decided.body).toMatchObject({ decision: 'REVIEW', policy: { name: 'found' } });
  await call(service.baseUrl, '/v1/policies/apply', { body: { policies: [], prune: true } });

  const [event] = await readRows<EventItemRow & { matched_policy_ids: string[] }>(
    service.database,
    `SELECT e.*, ${LISTED_RECORD} AS record, ${MATCHED_POLICY_IDS} AS matched_policy_ids FROM svc.events e WHERE id = $1`,
    [decided.body.id],
  );
  if (event === undefined) throw new Error('the event is not there');
  const facts = factsOf(event);
  expect(facts).toMatchObject({ agentId: IDS.billingBot, recordsAffected: 5, dlpTypes: ['CPF'] });
  const policies = await readRows<{ policy_id: string; spec: PolicySpec }>(
    service.database,
    `SELECT r.policy_id, r.spec FROM svc.policy_revisions r JOIN svc.organizations o USING (organization_id)
     WHERE o.name = '${ACME}' AND version_from <= $1 AND (version_to IS NULL OR version_to > $1) ORDER BY r.name`,
    [event.record.policySetVersion],
  );
  expect(policies.map(({ spec }) => spec.name)).toEqual(['found', 'many']);
  const [found, many] = policies.map(({ spec }) => explainPolicy(spec, facts));
  expect(found?.matched).toBe(true);
  expect(event.matched_policy_ids).toEqual([policies[0]?.policy_id]);
  expect(many?.matched).toBe(false);
  expect(many?.fields.filter(({ matched }) => !matched)).toEqual([
    expect.objectContaining({ path: 'condition.minRecords', expected: 100, actual: 5 }),
  ]);
});

it('alone reads the policies that matched: no list and no answer has up to 5,000 ids', async () => {
  const [one] = await readRows(service.database, 'SELECT organization_id FROM svc.events LIMIT 1');
  const rows = await readRows(
    service.database,
    `SELECT ${EVENT_COLUMNS}, e.record AS whole FROM svc.events e
     LEFT JOIN svc.reviews r ON r.organization_id = e.organization_id AND r.event_id = e.id
     ${ACT_JOIN} WHERE e.organization_id = $1`,
    [one?.organization_id],
  );
  expect(rows).not.toEqual([]);
  for (const { record, whole } of rows) {
    const { matchedPolicyIds: _ids, ...listed } = whole;
    // A record without these reads as null there.
    const without = { alternatives: null, grant: null, budget: null, monitored: false };
    expect(record).toEqual({ ...without, ...listed });
  }
});
