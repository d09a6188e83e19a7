// SPDX-License-Identifier: Apache-2.0
/** The policies that shadow one, each with an event that the decision path decides again. A pure computation. */
import type { PolicyShadow } from '@svc/contract';
import { shadowers } from '@svc/core/analysis';
import type { DecisionSettings } from '@svc/core/decision';
import { compilePolicies } from '@svc/core/policy';
import type { Agent, Resource } from '@svc/core/verdict';
import { readPolicy } from '../policy-jobs/index.ts';
import { newBudget } from './budget.ts';
import { type Engine, shown } from './confirmed-witness.ts';

export interface ShadowJob {
  kind: 'shadow';
  stored: readonly { readonly id: string; readonly text: string }[];
  policyId: string;
  agents: readonly Agent[];
  resources: readonly Resource[];
  settings: DecisionSettings;
  nowMs: number;
}

/** `isUnconfirmed`: the decision path decides an event otherwise, which is a fault of ours. */
export type FoundShadow = Omit<PolicyShadow, 'policySetVersion'> & { isUnconfirmed: boolean };

export function findShadow({ stored, policyId, agents, resources, settings, nowMs }: ShadowJob): FoundShadow {
  const policies = stored.map(readPolicy);
  const unknown = { complete: false, shadowed: false, by: [] };
  const { complete, answer } = shadowers({ agents, resources, settings }, policies, policyId, newBudget());
  if (!complete) return { ...unknown, isUnconfirmed: false };
  if (answer === null) return { complete: true, shadowed: false, by: [], isUnconfirmed: false };
  const engine: Engine = { settings, policies: compilePolicies(policies), nowMs };
  const by: PolicyShadow['by'] = [];
  for (const { id, name, witness } of answer) {
    const event = shown(name, witness, engine);
    if (event == null) return { ...unknown, isUnconfirmed: true };
    by.push({ id, name, witness: event });
  }
  return { complete: true, shadowed: true, by, isUnconfirmed: false };
}
