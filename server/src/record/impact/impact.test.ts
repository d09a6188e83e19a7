// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: the impact of a proposed set is what the decision path decides under it. The same events, sent again after
 * the set was applied, change their decisions as often as was said.
 */
import type { ImpactJob, PolicyApplyResponse, PolicyImpact, PolicyInput } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { untilEnded } from '#harness/impacts';
import { call, openOrganization, TEST_KEY, type TestService } from '#harness/service';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

const BEFORE = `
      - { name: Block deleting customers, action: DELETE, resource: CUSTOMER_PII, decision: BLOCK }
      - { name: Review exports, action: EXPORT, decision: REVIEW, condition: { destination: EXTERNAL } }
      - { name: Watched, action: READ, resource: PUBLIC, decision: BLOCK, mode: MONITOR }`;

const AFTER: PolicyInput[] = [
  { name: 'Block deleting customers', action: 'DELETE', decision: 'REVIEW' },
  { name: 'Block many exports', action: 'EXPORT', decision: 'BLOCK', condition: { minRecords: 500 } },
  { name: 'Allow small reads', action: 'READ', decision: 'ALLOW', condition: { maxRecords: 10 } },
  { name: 'Watched', action: 'READ', resource: 'PUBLIC', decision: 'BLOCK', mode: 'ENFORCE' },
  {
    name: 'Documents leave',
    action: 'ANY',
    decision: 'BLOCK',
    condition: { dlpTypes: ['CPF'], anyOf: [{ destination: 'EXTERNAL' }, { minRiskScore: 80 }] },
  },
  {
    name: 'Nights, and never',
    action: 'ANY',
    decision: 'REVIEW',
    condition: { outsideBusinessHours: true, agentIds: ['018f0000-0000-7000-8000-00000000a002'] },
  },
];

const ACTIONS = ['READ_DATA', 'EXPORT_DATA', 'DELETE_DATA', 'SEND_EMAIL'];
const RESOURCES = ['customers', 'price-list', 'orders'];
const DESTINATIONS = [undefined, 'INTERNAL', 'EXTERNAL_API'];
const AGENTS = ['billing-bot', 'support-bot', 'reader-bot', 'paused-bot'];

/** Every agent, action and resource meets every destination, with counts of records and with personal data. */
const EVENTS = AGENTS.flatMap((agent) =>
  ACTIONS.flatMap((action) =>
    RESOURCES.flatMap((resource, place) =>
      DESTINATIONS.map((destination, at) => ({
        agent,
        action,
        resource,
        ...(destination !== undefined && { destination }),
        ...((place + at) % 3 !== 0 && { recordsAffected: [5, 600, 80_000][(place * 2 + at) % 3] }),
        ...((place + at) % 2 === 0 && { content: 'The CPF of Ana is 529.982.247-25.' }),
      })),
    ),
  ),
);

let service: TestService;
let owner: Browser;
const decided: { id: string; decision: string }[] = [];
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople({ policies: BEFORE }) });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  decided.push(...(await decideAll()));
  // Neither a TEST event nor one of another organization is looked at.
  await call(service.baseUrl, '/v1/events', { key: TEST_KEY, body: EVENTS[0] });
});
afterAll(() => service.stop());

async function decideAll() {
  const answers = [];
  for (const body of EVENTS) answers.push((await call(service.baseUrl, '/v1/events', { body })).body);
  return answers.map(({ id, decision }) => ({ id, decision }));
}

const impactOf = async (proposal: object): Promise<PolicyImpact> => {
  const { status, body } = await owner.call<ImpactJob>('/policies/impact', { body: { days: 7, ...proposal } });
  expect([status, body]).toEqual([201, expect.objectContaining({ state: expect.any(String) })]);
  const { result } = await untilEnded(owner, body.id);
  if (result === undefined) throw new Error('there is no result');
  return result;
};

it('changes nothing for the set that is stored', async () => {
  const impact = await impactOf({
    change: { policy: { name: 'new', action: 'READ', decision: 'ALLOW', enabled: false } },
  });
  expect(impact).toMatchObject({ complete: true, events: EVENTS.length, changed: 0, changes: [], policies: [] });
  for (const { decision, recorded, now, proposed } of impact.decisions) {
    const events = decided.filter((one) => one.decision === decision).length;
    expect([recorded, now, proposed]).toEqual([events, events, events]);
  }
});

it('shows what enforcing a policy in monitor mode would change, and names facts that are not stored', async () => {
  const { body } = await owner.call<{ items: { id: string; name: string }[] }>('/policies');
  const watched = body.items.find(({ name }) => name === 'Watched');
  const impact = await impactOf({ monitor: watched?.id });
  expect(impact.changes.map(({ to }) => to)).toEqual(['BLOCK']);
  expect(impact.policies).toEqual([
    { id: watched?.id, name: 'Watched', decidesNow: 0, wouldDecide: expect.any(Number), changes: impact.changes },
  ]);
  expect(impact.notes.map(({ code }) => code)).toEqual(['RISK_THEN', 'PERMISSIONS_THEN', 'SETTINGS_NOW']);
});

it('is the same for a dry run of an apply, and comes true', async () => {
  const impact = await impactOf({ policies: AFTER });
  expect(impact.notes.map(({ code }) => code)).toContain('TIME_ZONE_THEN');
  const apply = (options: object) =>
    call<PolicyApplyResponse>(service.baseUrl, '/v1/policies/apply', {
      body: { policies: AFTER, prune: true, ...options },
    });
  const dry = await apply({ dryRun: true, impactDays: 7 });
  const { from: _from, to: _to, ...same } = impact;
  expect(dry.body.impact).toMatchObject(same);
  expect((await apply({})).status).toBe(200);
  const again = await decideAll();
  const changes = new Map<string, string[]>();
  for (const [place, { id, decision }] of decided.entries()) {
    const after = again[place]?.decision;
    if (decision !== after) changes.set(`${decision} ${after}`, [...(changes.get(`${decision} ${after}`) ?? []), id]);
  }
  expect(changes.size).toBeGreaterThan(3);
  expect(new Map(impact.changes.map(({ from, to, events }) => [`${from} ${to}`, events]))).toEqual(
    new Map([...changes].map(([change, ids]) => [change, ids.length])),
  );
  for (const { from, to, sampleEventIds } of impact.changes) {
    const newest = (changes.get(`${from} ${to}`) ?? []).toReversed().slice(0, 20);
    expect(sampleEventIds).toEqual(newest);
  }
});
