// SPDX-License-Identifier: Apache-2.0
/** Runs policy test cases through the decision path. Nothing is recorded. */
import type { PolicyTestCase, PolicyTestResponse } from '@svc/contract';
import { readMoment } from '@svc/contract/moment';
import type { CompiledPolicies } from '../policy/index.ts';
import type { Agent, Resource } from '../verdict/index.ts';
import { type DecisionResult, type DecisionSettings, decide } from './decide.ts';

/** The organization in which the cases are decided. */
export interface PolicyTestWorld {
  /** Finds one by its exact name; undefined when there is none. */
  readonly agentOf: (name: string) => Agent | undefined;
  readonly resourceOf: (name: string) => Resource | undefined;
  readonly hasOpenAnomaly: (agent: Agent) => boolean;
  readonly settings: DecisionSettings;
  readonly policies: CompiledPolicies;
  /** The last step, after the policies. Left out: nothing is counted. */
  readonly settle?: (asked: DecisionResult, testCase: PolicyTestCase, act: SettledAct) => DecisionResult;
  /** The moment of cases that name none, in epoch milliseconds. */
  readonly atMs: number;
}

/** The facts of a case that its last step needs. */
export interface SettledAct {
  readonly agentId: string;
  readonly resourceId: string;
  readonly atMs: number;
}

export type PolicyTestResult = PolicyTestResponse['results'][number];

export interface PolicyTestRun {
  /** One result for each case; empty when there are faults. */
  readonly results: PolicyTestResult[];
  /** The whole decision of each case, in the order of the results. */
  readonly decisions: DecisionResult[];
  /** Unknown agents and resources, by path: `cases[0].input.agent`. */
  readonly faults: readonly { readonly path: string; readonly message: string }[];
}

export function runPolicyTests(cases: readonly PolicyTestCase[], world: PolicyTestWorld): PolicyTestRun {
  const results: PolicyTestResult[] = [];
  const decisions: DecisionResult[] = [];
  const faults: { path: string; message: string }[] = [];
  for (const [index, testCase] of cases.entries()) {
    const path = `cases[${index}].input`;
    const agent = world.agentOf(testCase.input.agent);
    const resource = world.resourceOf(testCase.input.resource);
    if (agent === undefined) faults.push({ path: `${path}.agent`, message: 'No agent has this name.' });
    if (resource === undefined) faults.push({ path: `${path}.resource`, message: 'No resource has this name.' });
    if (agent !== undefined && resource !== undefined) {
      const decision = decideCase(testCase, agent, resource, world);
      decisions.push(decision);
      results.push(resultOf(testCase, decision));
    }
  }
  return faults.length > 0 ? { results: [], decisions: [], faults } : { results, decisions, faults };
}

/** Decides one case as the service would decide the action. The case's findings replace the scan. */
function decideCase(
  testCase: PolicyTestCase,
  agent: Agent,
  resource: Resource,
  world: PolicyTestWorld,
): DecisionResult {
  const { input } = testCase;
  // The schema of the request takes real moments only.
  const atMs = input.at === undefined ? world.atMs : Math.trunc(readMoment(input.at) ?? Number.NaN);
  const asked = decide({
    agent,
    resource,
    action: input.action,
    destination: input.destination ?? null,
    recordsAffected: input.recordsAffected ?? null,
    findings: input.dlpTypes ?? [],
    containsSensitiveData: input.containsSensitiveData ?? null,
    hasOpenAnomaly: input.openAnomaly ?? world.hasOpenAnomaly(agent),
    atMs,
    settings: world.settings,
    policies: world.policies,
  });
  return world.settle?.(asked, testCase, { agentId: agent.id, resourceId: resource.id, atMs }) ?? asked;
}

/** `pass` compares the enforced decision and, when one is expected, the policy that a decision would name. */
function resultOf({ name, expect }: PolicyTestCase, result: DecisionResult): PolicyTestResult {
  const matchedPolicy = result.policy?.name ?? null;
  return {
    name,
    decision: result.decision,
    matchedPolicy,
    riskScore: result.riskScore,
    riskLevel: result.riskLevel,
    reasons: [...result.reasons],
    pass:
      expect === undefined
        ? null
        : expect.decision === result.decision && (expect.policy === undefined || expect.policy === matchedPolicy),
  };
}
