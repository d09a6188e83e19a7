/** Proves claims about a policy set, and checks each event that it answers by the decision path. A pure computation. */
import type { PolicyClaim, PolicyProof, PolicyProveRequest } from '@svc/contract';
import { type Claim, prove } from '@svc/core/analysis';
import type { DecisionSettings } from '@svc/core/decision';
import {
  checkPolicies,
  compilePolicies,
  conditionFault,
  type IdentifiedPolicy,
  type PolicyFinding,
} from '@svc/core/policy';
import type { Agent, Resource } from '@svc/core/verdict';
import { readPolicy } from '../read-policy.ts';
import { placeholderId } from '../test-job.ts';
import { newBudget } from './budget.ts';
import { type Engine, shown } from './confirmed-witness.ts';

export interface ProveJob {
  kind: 'prove';
  /** The `PolicyProveRequest` as JSON. */
  body: string;
  /** Empty when the request proposes a whole set. */
  stored: readonly { readonly id: string; readonly text: string }[];
  agents: readonly Agent[];
  resources: readonly Resource[];
  settings: DecisionSettings;
  /** The moments of test cases follow it, in epoch milliseconds. */
  nowMs: number;
}

export type Proved =
  | { faults: readonly PolicyFinding[] }
  /** `unconfirmed`: the claim whose event the decision path decides otherwise, which is a fault of ours. */
  | { complete: boolean; results: PolicyProof[]; unconfirmed: string | null };

export function proveClaims({ body, stored, agents, resources, settings, nowMs }: ProveJob): Proved {
  const request = JSON.parse(body) as PolicyProveRequest;
  const faults = faultsOf(request);
  if (faults.length > 0) return { faults };
  const policies =
    request.policies?.map((policy, place): IdentifiedPolicy => ({ ...policy, id: placeholderId(place) })) ??
    stored.map(readPolicy);
  const claims = request.claims.map((claim) => claimOf(claim, settings));
  const { answer } = prove({ agents, resources, settings }, policies, claims, newBudget());
  if (answer === null) return { complete: false, results: [], unconfirmed: null };
  const engine: Engine = { settings, policies: compilePolicies(policies), nowMs };
  const results: PolicyProof[] = [];
  for (const [index, { isProved, isVacuous, counterexample, evasion, heldBy, leansOn }] of answer.entries()) {
    const { name, of } = claims[index] as Claim;
    const events = [counterexample, evasion].map((witness) => shown(name, witness, engine));
    if (events.includes(undefined)) return { complete: false, results: [], unconfirmed: name };
    const [breaking = null, evading = null] = events;
    results.push({
      name,
      of,
      proved: isProved,
      vacuous: isVacuous,
      counterexample: breaking,
      evadable: evading,
      heldBy: [...heldBy],
      leansOn: [...leansOn],
    });
  }
  return { complete: true, results, unconfirmed: null };
}

function faultsOf({ policies, claims }: PolicyProveRequest): PolicyFinding[] {
  const faults = policies === undefined ? [] : [...checkPolicies(policies).errors];
  for (const [index, { never, atLeast, when, unless }] of claims.entries()) {
    const path = `claims[${index}]`;
    if ((never === undefined) === (atLeast === undefined)) {
      faults.push({ path: `${path}.never`, message: 'Give either `never` or `atLeast`.' });
    }
    const conditions = [conditionFault(when, `${path}.when`), unless && conditionFault(unless, `${path}.unless`)];
    faults.push(...conditions.filter((fault) => fault != null));
  }
  return faults;
}

const WEAKER = { REVIEW: ['ALLOW'], BLOCK: ['ALLOW', 'REVIEW'] } as const;

/** In a monitoring organization every decision but a refusal is ALLOW, so the evaluated one is asked for. */
function claimOf(
  { name, never, atLeast, when, resource, unless, agents = 'any', of }: PolicyClaim,
  { enforcement }: DecisionSettings,
): Claim {
  return {
    name,
    of: of ?? (enforcement === 'MONITOR' ? 'evaluatedDecision' : 'decision'),
    never: never ?? WEAKER[atLeast ?? 'REVIEW'],
    when,
    agents,
    ...(resource !== undefined && { resource }),
    ...(unless !== undefined && { unless }),
  };
}
