// SPDX-License-Identifier: Apache-2.0
/** Checks one policy that passed its schema, and runs its test cases in the set with it in it. A pure computation. */
import type { PolicySpec, PolicyTestCase } from '@svc/contract';
import { type DecisionSettings, type PolicyTestResult, runPolicyTests } from '@svc/core/decision';
import { checkPolicy, compilePolicies, type PolicyFinding, type PolicyWarningFinding } from '@svc/core/policy';
import type { Agent, Resource } from '@svc/core/verdict';
import { warningsAboutAgents } from './condition-agents.ts';
import { readPolicy } from './read-policy.ts';
import { placeholderId } from './test-job.ts';

export interface CheckJob {
  kind: 'check';
  /** The `PolicySpec` as JSON. */
  body: string;
  /** The stored policy that it replaces. */
  id: string | null;
  cases: readonly PolicyTestCase[];
  /** The stored set; empty without cases. */
  stored: readonly { readonly id: string; readonly text: string }[];
  agents: readonly (Agent & { hasOpenAnomaly: boolean })[];
  resources: readonly Resource[];
  settings: DecisionSettings;
  atMs: number;
  /** Ids of all agents; null for a policy that names none. */
  knownAgentIds: readonly string[] | null;
}

export interface Checked {
  /** Paths within the policy, such as `condition.anyOf[2].minRecords`, and within `tests`. */
  errors: PolicyFinding[];
  warnings: PolicyWarningFinding[];
  results: PolicyTestResult[];
}

export function checkInSet(job: CheckJob): Checked {
  const policy = JSON.parse(job.body) as PolicySpec;
  const check = checkPolicy(policy, '');
  if (check.errors.length > 0) return { errors: check.errors.map(withoutDot), warnings: [], results: [] };
  const known = job.knownAgentIds === null ? [] : warningsAboutAgents(policy, new Set(job.knownAgentIds));
  const warnings = [...check.warnings.map(withoutDot), ...known];
  if (job.cases.length === 0) return { errors: [], warnings, results: [] };
  const { results, faults } = runCases(job, policy);
  const errors = faults.map(({ path, message }) => ({ path: path.replace(/^cases/, 'tests'), message }));
  return { errors, warnings, results };
}

/** A path begins with the dot between the policy, which has no name here, and its field. */
function withoutDot<Finding extends PolicyFinding>(finding: Finding): Finding {
  return { ...finding, path: finding.path.replace(/^\./, '') };
}

function runCases({ id, cases, stored, agents, resources, settings, atMs }: CheckJob, policy: PolicySpec) {
  const agentOf = new Map(agents.map((agent) => [agent.name, agent]));
  const resourceOf = new Map(resources.map((resource) => [resource.name, resource]));
  const others = stored.filter((one) => one.id !== id).map(readPolicy);
  return runPolicyTests(cases, {
    agentOf: (name) => agentOf.get(name),
    resourceOf: (name) => resourceOf.get(name),
    hasOpenAnomaly: ({ name }) => agentOf.get(name)?.hasOpenAnomaly ?? false,
    settings,
    policies: compilePolicies([...others, { ...policy, id: id ?? placeholderId(0) }]),
    atMs,
  });
}
