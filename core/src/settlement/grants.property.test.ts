// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a grant widens nothing beyond its sentence, and lets through all that its sentence says. */
import {
  CLASSIFICATIONS,
  type Classification,
  DECISIONS,
  DESTINATIONS,
  DLP_TYPES,
  EVENT_ACTIONS,
  POLICY_MODES,
} from '@svc/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NO_BUDGETS } from '../budgets/index.ts';
import { type DecisionInput, type DecisionResult, decide } from '../decision/index.ts';
import type { GrantedAct, GrantRule } from '../grants/index.ts';
import { compilePolicies, type IdentifiedPolicy } from '../policy/index.ts';
import { settle, standingOf } from './index.ts';

const AT_MS = Date.parse('2026-11-20T14:00:00Z');
const RESOURCES: readonly { id: string; name: string; classification: Classification }[] = CLASSIFICATIONS.map(
  (classification, index) => ({ id: `r${index % 3}`, name: classification, classification }),
);
const agentId = fc.constantFrom('a1', 'a2');
const records = fc.constantFrom(0, 5, 100);
const types = fc.uniqueArray(fc.constantFrom(...DLP_TYPES), { maxLength: 2 });
const destination = fc.constantFrom(null, ...DESTINATIONS);
const action = fc.constantFrom(...EVENT_ACTIONS);
const call = fc.constantFrom(
  null,
  { protocol: 'HTTP', routeId: 'x', method: 'GET', tool: null },
  { protocol: 'HTTP', routeId: 'x', method: 'POST', tool: null },
);

const policy: fc.Arbitrary<IdentifiedPolicy> = fc.record({
  id: fc.constantFrom('p1', 'p2'),
  name: fc.constantFrom('one', 'two'),
  action: fc.constant('ANY'),
  decision: fc.constantFrom(...DECISIONS, 'REVIEW', 'REVIEW', 'REVIEW', 'REVIEW'),
  mode: fc.constantFrom('ENFORCE', ...POLICY_MODES),
  approvals: fc.record({ grants: fc.constantFrom(true, true, false), count: fc.constantFrom(1, 2) }),
});

const act = fc.record({
  agentId,
  action,
  resource: fc.constantFrom(...RESOURCES),
  destination,
  recordsAffected: fc.option(records, { freq: 5 }),
  findings: types,
  hasOpenAnomaly: fc.constantFrom(false, false, true),
  sandbox: fc.constantFrom(false, false, true),
  call,
  isPaused: fc.constantFrom(false, false, false, true),
});

const grant: fc.Arbitrary<GrantRule & { used: number }> = fc.record({
  id: fc.uuid(),
  agentId,
  action,
  resourceId: fc.constantFrom('r0', 'r1', 'r2'),
  destination,
  call,
  dlpTypes: types,
  recordsAffectedMax: records,
  policyId: fc.constantFrom(null, 'p1', 'p2'),
  untilMs: fc.constantFrom(AT_MS - 1, AT_MS, AT_MS + 1, AT_MS + 1),
  usesMax: fc.option(fc.constantFrom(1, 3)),
  used: fc.constantFrom(0, 0, 1, 3),
});

/** Some grants are copied from the act, as approvals make them; few would answer it otherwise. */
const world = fc
  .record({
    act,
    policies: fc.array(policy, { maxLength: 2 }),
    grants: fc.array(grant, { minLength: 1, maxLength: 3 }),
    copied: fc.constantFrom('none', 'bound', 'all', 'all', 'all'),
    monitor: fc.constantFrom('ENFORCE', 'ENFORCE', 'MONITOR'),
    defaults: fc.boolean(),
  })
  .map(({ act: one, grants, copied, policies, ...rest }) => {
    const bound = {
      agentId: one.agentId,
      action: one.action,
      resourceId: one.resource.id,
      destination: one.destination,
    };
    const more = { call: one.call, dlpTypes: one.findings, policyId: policies[0]?.id ?? null };
    const made = grants.map((rule) => ({
      ...rule,
      ...(copied !== 'none' && bound),
      ...(copied === 'all' && { ...more, recordsAffectedMax: one.recordsAffected ?? 0 }),
    }));
    return { ...rest, policies, act: one, grants: made };
  });

/** The sentence of a grant, bound by bound and with nothing of the engine. */
function isSaid(rule: GrantRule & { used: number }, { facts: _, ...asked }: DecisionResult, done: GrantedAct): boolean {
  const asker = asked.cause.by === 'RISK' ? null : asked.policy?.id;
  return [
    asked.decision === 'REVIEW',
    asked.approvals.grants,
    asked.riskLevel !== 'CRITICAL',
    !asked.dlpFindings.some((type) => ['HEALTH_DATA', 'API_KEY', 'PRIVATE_KEY'].includes(type)),
    !done.hasOpenAnomaly && !done.sandbox,
    done.recordsAffected !== null && done.recordsAffected <= rule.recordsAffectedMax,
    rule.agentId === done.agentId && rule.action === done.action && rule.resourceId === done.resourceId,
    rule.destination === done.destination,
    JSON.stringify(rule.call) === JSON.stringify(done.call),
    asked.dlpFindings.every((type) => rule.dlpTypes.includes(type)),
    rule.policyId === asker,
    AT_MS < rule.untilMs,
    rule.usesMax === null || rule.used < rule.usesMax,
  ].every((holds) => holds);
}

it('lets a decision differ only where every bound of one grant holds, and then always', () => {
  let [through, asked] = [0, 0];
  fc.assert(
    fc.property(world, ({ act: { findings, resource, isPaused, ...done }, policies, grants, monitor, defaults }) => {
      const input: DecisionInput = {
        ...done,
        agent: { id: done.agentId, name: 'bot', status: isPaused ? 'PAUSED' : 'ACTIVE', permissions: null },
        resource,
        findings,
        containsSensitiveData: null,
        atMs: AT_MS,
        settings: {
          timeZone: 'America/Sao_Paulo',
          enforcement: monitor,
          riskReviewAt: 30,
          riskBlockAt: 90,
          reviewDefaults: { count: 1, notAsker: false, validMinutes: null, grants: defaults },
        },
        policies: compilePolicies(policies.filter(({ id }, at) => policies.findIndex((one) => one.id === id) === at)),
      };
      const without = decide(input);
      const given: GrantedAct = { ...done, resourceId: resource.id, atMs: AT_MS };
      const standing = standingOf(without, { ...given, timeZone: 'UTC' }, { grants, budgets: NO_BUDGETS });
      const usedOf = ({ of }: { of: string }) => grants.find(({ id }) => id === of)?.used ?? 0;
      const settled = standing === null ? without : settle(without, standing, usedOf, monitor === 'MONITOR').result;
      const saying = grants.filter((rule) => isSaid(rule, without, given));
      if (without.decision === 'REVIEW') asked += 1;
      if (saying.length === 0) {
        expect(settled).toEqual(without);
        return;
      }
      through += 1;
      expect(settled).toMatchObject({ decision: 'ALLOW', cause: { by: 'GRANT' }, policy: without.policy });
      expect(saying.map(({ id }) => id)).toContain(settled.grant?.id);
    }),
    { numRuns: 15_000 },
  );
  expect(asked).toBeGreaterThan(500);
  expect(through).toBeGreaterThan(100);
});
