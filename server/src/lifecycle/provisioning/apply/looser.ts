// SPDX-License-Identifier: Apache-2.0
/** The parts of a plan that let more through than what is stored. */
import type { Looser } from '@svc/contract';
import { looserSettings } from '../../../organization/organizations/index.ts';
import { looserAgent } from '../../../registry/agents/index.ts';
import { looserBudget } from '../../../registry/budgets/index.ts';
import { looserRoute } from '../../../registry/gateway-routes/index.ts';
import type { Identified, RecordWrites } from '../../../registry/records/index.ts';
import { looserResource } from '../../../registry/resources/index.ts';
import { looserToolRules } from '../../../registry/tool-rules/index.ts';
import { looserGuardrail } from '../../../rules/guardrails/index.ts';
import { appliedPolicies } from '../../../rules/policies/index.ts';
import { compareHere } from '../../../rules/proofs/index.ts';
import { looserOf } from '../../../rules/proposals/index.ts';
import type { OrganizationPlan, Stored } from './organization.ts';

/** All but the policies, which wait by themselves: a proposal of theirs is compared in a thread of its own. */
export function looserRecords(stored: Stored, plan: OrganizationPlan): Looser {
  const agents = [...plan.after.agent.values()].map(({ permissions }) => permissions);
  return {
    policies: null,
    settings: stored.settings === undefined ? [] : looserSettings(stored.settings, plan.settings),
    records: [
      ...changedIn(plan.resources).flatMap((one) => looserResource(one, agents)),
      ...changedIn(plan.agents).flatMap((one) => looserAgent(one, plan.after.resource)),
      ...changedIn(plan.guardrails).flatMap((one) => looserGuardrail(one)),
      ...changedIn(plan.budgets).flatMap((one) => looserBudget(one)),
      ...changedIn(plan.toolRules).flatMap((one) => looserToolRules(one)),
      ...changedIn(plan.httpRoutes).flatMap((one) => looserRoute('http_route', one)),
      ...changedIn(plan.mcpRoutes).flatMap((one) => looserRoute('mcp_route', one)),
    ],
  };
}

/** @returns null when the policies let nothing more through */
export function looserPolicies({ policies }: Stored, plan: OrganizationPlan, nowMs: number): Looser | null {
  if (plan.policies.changes.length === 0) return null;
  const { timeZone, enforcement, riskReviewAt, riskBlockAt } = plan.settings;
  const difference = compareHere({
    kind: 'difference',
    stored: policies.map((policy) => ({ id: policy.id, text: JSON.stringify(policy) })),
    proposed: appliedPolicies(plan.policies),
    changedId: null,
    agents: [...plan.after.agent.values()],
    resources: [...plan.after.resource.values()],
    settings: { timeZone, enforcement, riskReviewAt, riskBlockAt },
    nowMs,
  });
  return looserOf(difference);
}

/** Each record that a plan makes or changes. */
export function changedIn<Values>({ creates, updates }: RecordWrites<Values>): Changed<Values>[] {
  return [
    ...creates.map((after) => ({ before: null, after })),
    ...updates.map(({ before, record }) => ({ before, after: record })),
  ];
}

interface Changed<Values> {
  before: Identified<Values> | null;
  after: Identified<Values>;
}
