// SPDX-License-Identifier: Apache-2.0
/** Proves claims about a policy set, and checks each event that it answers by the decision path. A pure computation. */
import type { PolicyProof, PolicyProveRequest } from '@svc/contract';
import { type AnalysedPolicy, prove } from '@svc/core/analysis';
import type { DecisionSettings } from '@svc/core/decision';
import {
  checkPolicies,
  claimFaults,
  compilePolicies,
  type IdentifiedPolicy,
  type PolicyFinding,
} from '@svc/core/policy';
import type { Agent, Resource } from '@svc/core/verdict';
import { placeholderId, readPolicy } from '../policy-jobs/index.ts';
import { newBudget } from './budget.ts';
import { claimOf, shownProof } from './claim.ts';
import type { Engine } from './confirmed-witness.ts';

export interface ProveJob {
  kind: 'prove';
  /** The `PolicyProveRequest` as JSON. */
  body: string;
  /** Empty when the request proposes a whole set. */
  stored: readonly { readonly id: string; readonly text: string }[];
  agents: readonly Agent[];
  resources: readonly Resource[];
  settings: DecisionSettings;
  /** Left out: there are none. */
  budgets?: readonly AnalysedPolicy[];
  /** The moments of test cases follow it, in epoch milliseconds. */
  nowMs: number;
}

export type Proved =
  | { faults: readonly PolicyFinding[] }
  /** `unconfirmed`: the claim whose event the decision path decides otherwise, which is a fault of ours. */
  | { complete: boolean; results: PolicyProof[]; unconfirmed: string | null };

export function proveClaims({ body, stored, agents, resources, settings, budgets = [], nowMs }: ProveJob): Proved {
  const request = JSON.parse(body) as PolicyProveRequest;
  const faults = faultsOf(request);
  if (faults.length > 0) return { faults };
  const policies =
    request.policies?.map((policy, place): IdentifiedPolicy => ({ ...policy, id: placeholderId(place) })) ??
    stored.map(readPolicy);
  const claims = request.claims.map((claim) => claimOf(claim, settings));
  const { answer } = prove({ agents, resources, settings, budgets }, policies, claims, newBudget());
  if (answer === null) return { complete: false, results: [], unconfirmed: null };
  const engine: Engine = { settings, policies: compilePolicies(policies), nowMs };
  const results: PolicyProof[] = [];
  for (const [index, result] of answer.entries()) {
    const proof = shownProof(result, claims[index]?.of ?? 'decision', engine);
    if (proof === undefined) return { complete: false, results: [], unconfirmed: result.name };
    results.push(proof);
  }
  return { complete: true, results, unconfirmed: null };
}

function faultsOf({ policies, claims }: PolicyProveRequest): PolicyFinding[] {
  const faults = policies === undefined ? [] : checkPolicies(policies).errors;
  return [...faults, ...claims.flatMap((claim, index) => claimFaults(claim, `claims[${index}]`))];
}
