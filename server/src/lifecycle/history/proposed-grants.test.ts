// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: the proposed grants take away at least half of the reviews of a week of the demo. Decided again from its
 * chain, no decision outside of their sentences changes.
 */
import type { GrantList, GrantProposals, PolicySpec } from '@svc/contract';
import type { AuditEntry } from '@svc/core/audit-chain';
import type { JsonObject } from '@svc/core/canonical-json';
import { decideAgain, isStandingKind, openRules } from '@svc/core/replay';
import { expect, it } from 'vitest';
import { openOrganization } from '#harness/service';
import { readAuditEntries } from '#harness/service/rows.ts';
import { signIn } from '#harness/service/sessions.ts';
import { createAddressReach } from '../../outgoing/egress/index.ts';
import { createVault } from '../../platform/vault/index.ts';
import { applyProvisioning, parseProvisioning } from '../provisioning/index.ts';
import { OWNER, writeHistory } from './index.ts';

const NAME = 'Aurora of a week';
const PASSWORD = 'correct horse battery';
const WEEK = { days: 7, perDay: 200 };
/** The last hours are staged for a visitor. */
const STAGED_MS = 3 * 3_600_000;
const UNTIL = '2100-01-01T00:00:00.000Z';

const WEEK_MS = 7 * 86_400_000;
/** The traffic is drawn by weekday and hour: each run ends on the last Monday at this time. */
const MONDAY_MS = Date.UTC(2026, 10, 23, 13);
const lastMonday = (nowMs: number) => nowMs - ((nowMs - MONDAY_MS) % WEEK_MS);

/** The service has checked them. */
const isPolicy = (value: unknown): value is PolicySpec => typeof (value as JsonObject).action === 'string';

/** The decision of each event by these grants alone, whatever was recorded. */
function decisionsUnder(entries: readonly AuditEntry[], grants: readonly JsonObject[]): Map<string, unknown> {
  const rules = openRules(isPolicy);
  const decisions = new Map<string, unknown>();
  grants.forEach((metadata, place) => {
    rules.fold({ kind: 'grant.created', at: UNTIL, subject: { id: `grant-${place}` }, metadata });
  });
  for (const entry of entries) {
    if (entry.kind !== 'decision.recorded') {
      if (!isStandingKind(entry.kind) || entry.kind.startsWith('budget.')) rules.fold(entry);
      continue;
    }
    const again = decideAgain(rules, entry);
    expect(again.outcome).not.toBe('UNDECIDED');
    const isOther = again.outcome === 'DIFFERS' && again.field === 'decision';
    decisions.set(entry.subject.id, isOther ? again.follows : entry.metadata.decision);
  }
  return decisions;
}

it('takes away half of the questions, and nothing else', async () => {
  const service = await openOrganization();
  const { pool } = service.app;
  const reach = createAddressReach([]);
  const nowMs = lastMonday(service.clock.nowMs());
  const vault = createVault([Buffer.alloc(32, 7)]);
  const owner = { email: OWNER, name: 'Olivia Prado', role: 'OWNER', password: PASSWORD } as const;
  await writeHistory(
    {
      pool,
      provision: (text, atMs, alongside) =>
        applyProvisioning({ pool, vault, reach, nowMs: atMs, log: { info() {} } }, parseProvisioning(text, 'history'), {
          alongside,
        }),
    },
    {
      ...WEEK,
      nowMs,
      cast: { name: NAME, people: [owner], keys: { production: `key_live_${'w'.repeat(43)}` } },
    },
  );
  const browser = await signIn(service.baseUrl, OWNER, PASSWORD);
  // The demo has one already, which was proposed once.
  const { items: live } = (await browser.call<GrantList>('/grants')).body;
  for (const { id } of live) await browser.call(`/grants/${id}`, { method: 'DELETE', body: {} });
  const { items } = (await browser.call<GrantProposals>('/grants/proposals')).body;
  const usualUntil = new Date(nowMs - STAGED_MS).toISOString();
  const entries = (await readAuditEntries(service.database, NAME)).filter(({ at }) => at < usualUntil);
  await service.stop();

  const grants = items.map(({ agent, resource, policy, answers: _, eventId: __, isAllowed: ___, ...bounds }) => {
    const named = { agentId: agent.id, resourceId: resource.id, policyId: policy?.id ?? null };
    return { ...bounds, ...named, until: UNTIL, usesMax: null } as unknown as JsonObject;
  });
  const [without, proposed] = [decisionsUnder(entries, []), decisionsUnder(entries, grants)];
  const reviews = (decisions: Map<string, unknown>) => [...decisions.values()].filter((one) => one === 'REVIEW').length;
  console.log(`reviews of a week: ${reviews(without)}, with ${items.length} grants: ${reviews(proposed)}`);
  expect(reviews(without)).toBeGreaterThan(10);
  expect(reviews(proposed)).toBeLessThanOrEqual(reviews(without) / 2);

  const decided = entries.filter(({ kind }) => kind === 'decision.recorded');
  const factsOf = new Map(decided.map(({ subject, metadata }) => [subject.id, metadata]));
  for (const [id, decision] of without) {
    if (proposed.get(id) === decision) continue;
    expect([decision, proposed.get(id)]).toEqual(['REVIEW', 'ALLOW']);
    const facts = factsOf.get(id) ?? expect.fail();
    const within = grants.some(
      (grant) =>
        ['agentId', 'action', 'resourceId', 'destination'].every((field) => grant[field] === facts[field]) &&
        Number(facts.recordsAffected) <= Number(grant.recordsAffectedMax) &&
        (facts.dlpFindings as string[]).every((type) => (grant.dlpTypes as string[]).includes(type)),
    );
    expect(within, JSON.stringify(facts)).toBe(true);
  }
});
