/** Runs policy test cases through the decision path. Records nothing. */
import type { PolicyTestCase, PolicyTestRequest, PolicyTestResponse } from '@svc/contract';
import { decide } from '@svc/core/decision';
import { type CompiledPolicies, compilePolicies } from '@svc/core/policy';
import { Refusal } from '../refusal.ts';
import type { OrganizationSnapshot } from '../tenant/index.ts';
import { checkPolicies } from './check-policies.ts';

type TestResult = PolicyTestResponse['results'][number];

/** @throws Refusal 400 with the path of each policy, agent or resource that is wrong */
export function testPolicies(
  snapshot: OrganizationSnapshot,
  request: PolicyTestRequest,
  nowMs: number,
): PolicyTestResponse {
  const compiled = request.policies === undefined ? snapshot.compiled : compileProposed(request.policies);
  checkSubjects(snapshot, request.cases);
  return { results: request.cases.map((testCase) => runCase(snapshot, compiled, testCase, nowMs)) };
}

/** Proposed policies have no ids; their place in the payload stands in, which nothing answers. */
function compileProposed(policies: NonNullable<PolicyTestRequest['policies']>): CompiledPolicies {
  checkPolicies(policies);
  return compilePolicies(policies.map((policy, index) => ({ ...policy, id: String(index) })));
}

function checkSubjects(snapshot: OrganizationSnapshot, cases: readonly PolicyTestCase[]): void {
  const fields: Record<string, string> = {};
  cases.forEach(({ input }, index) => {
    if (!snapshot.agentsByName.has(input.agent)) {
      fields[`cases[${index}].input.agent`] = 'is not an agent of the organization; names are case-sensitive';
    }
    if (!snapshot.resourcesByName.has(input.resource)) {
      fields[`cases[${index}].input.resource`] = 'is not a resource of the organization; names are case-sensitive';
    }
  });
  const [first] = Object.entries(fields);
  if (first !== undefined) throw new Refusal('validation_error', { message: first.join(' '), fields });
}

function runCase(
  snapshot: OrganizationSnapshot,
  policies: CompiledPolicies,
  { name, input, expect }: PolicyTestCase,
  nowMs: number,
): TestResult {
  const agent = snapshot.agentsByName.get(input.agent);
  const resource = snapshot.resourcesByName.get(input.resource);
  if (agent === undefined || resource === undefined) throw new Error('a case was run before it was checked');
  const outcome = decide({
    agent,
    resource,
    action: input.action,
    destination: input.destination ?? null,
    recordsAffected: input.recordsAffected ?? null,
    findings: [],
    containsSensitiveData: input.containsSensitiveData ?? null,
    hasOpenAnomaly: agent.hasOpenAnomaly,
    atMs: nowMs,
    settings: snapshot.settings,
    policies,
  });
  const matchedPolicy = outcome.policy?.name ?? null;
  return {
    name,
    decision: outcome.decision,
    matchedPolicy,
    riskScore: outcome.riskScore,
    riskLevel: outcome.riskLevel,
    reasons: [...outcome.reasons],
    pass:
      expect === undefined
        ? null
        : expect.decision === outcome.decision && (expect.policy === undefined || expect.policy === matchedPolicy),
  };
}
