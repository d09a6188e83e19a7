// SPDX-License-Identifier: Apache-2.0
/** Refuses a file whose policies break an enforcing guardrail, and names the event that shows it. */
import { budgetPolicies } from '@svc/core/budgets';
import type { Agent, Resource } from '@svc/core/verdict';
import type { Settings } from '../../../organization/organizations/index.ts';
import { type planBudgets, specOf } from '../../../registry/budgets/index.ts';
import { type Identified, recordsOf } from '../../../registry/records/index.ts';
import { brokenText, claimOf, type planGuardrails } from '../../../rules/guardrails/index.ts';
import { appliedPolicies, type planPolicies } from '../../../rules/policies/index.ts';
import { guardClaims } from '../../../rules/proofs/index.ts';
import type { OrganizationEntry } from '../document.ts';
import type { Fault } from '../faults.ts';
import { PROOF_MS_MAX } from '../limits.ts';

interface Stored {
  policies: Parameters<typeof planPolicies>[1];
  guardrails: Parameters<typeof planGuardrails>[1];
  budgets: Parameters<typeof planBudgets>[1];
}

interface Planned {
  settings: Settings;
  policies: ReturnType<typeof planPolicies>;
  guardrails: ReturnType<typeof planGuardrails>;
  budgets: ReturnType<typeof planBudgets>;
  after: { agent: ReadonlyMap<string, Agent>; resource: ReadonlyMap<string, Resource> };
}

/**
 * A guardrail that the file makes or changes holds with what the file leaves; another one, where it held before. Agents
 * and settings alone change without a proof, as they do in the app.
 */
export function claimFaultsOf(
  { applied, kept }: Record<'applied' | 'kept', OrganizationEntry>,
  stored: Stored,
  plan: Planned,
  nowMs: number,
): Fault[] {
  const given = recordsOf(plan.guardrails);
  const isNew = new Set(given.map(({ name }) => name));
  const after = new Map([...stored.guardrails.values(), ...given].map((one) => [one.name, one] as const));
  const enforcing = [...after.values()].filter((one) => one.enforcing);
  const asked = plan.policies.changes.length > 0 ? enforcing : enforcing.filter(({ name }) => isNew.has(name));
  if (asked.length === 0) return [];
  const { timeZone, enforcement, riskReviewAt, riskBlockAt } = plan.settings;
  const budgets = new Map(
    [...stored.budgets.values(), ...recordsOf(plan.budgets)].map((one) => [one.id, { id: one.id, spec: specOf(one) }]),
  );
  const answer = guardClaims(
    {
      enforcing: asked.map(claimOf),
      telling: [],
      before: stored.policies.map((policy) => ({ id: policy.id, text: JSON.stringify(policy) })),
      after: appliedPolicies(plan.policies),
      agents: [...plan.after.agent.values()],
      resources: [...plan.after.resource.values()],
      settings: { timeZone, enforcement, riskReviewAt, riskBlockAt },
      budgets: budgetPolicies(budgets.values()),
      nowMs,
    },
    PROOF_MS_MAX,
  );
  if (answer.enforcing === null) return [{ position: applied.place.position, message: NOT_PROVED }];
  const entries = [...applied.guardrails, ...kept.guardrails];
  return answer.enforcing.flatMap(({ proof, heldBefore }, index): Fault[] => {
    const { id, name } = asked[index] as Identified<{ name: string }>;
    const { counterexample: witness, of } = proof;
    const refuses = isNew.has(name) || heldBefore === true;
    if (witness === null || !refuses) return [];
    const { place } = entries.find(({ claim }) => claim.name === name) ?? applied;
    const broken = { id, name, enforcing: true, heldBefore: heldBefore === true, refuses, of, witness };
    return [{ position: place.position, message: brokenText(broken) }];
  });
}

const NOT_PROVED =
  'whether the enforcing guardrails hold could not be proved within the time and memory of one analysis: change ' +
  'fewer policies at once, or let the guardrails only tell';
