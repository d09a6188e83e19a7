/** Runs policy test cases in an organization, against its own policies or proposed ones. Records nothing. */
import type { PolicyTestRequest, PolicyTestResponse } from '@svc/contract';
import { runPolicyTests } from '@svc/core/decision';
import { type CompiledPolicies, compilePolicies } from '@svc/core/policy';
import type { OrganizationSnapshot } from '../organizations/index.ts';
import { checkPolicies, refuseFaults } from './check-policies.ts';

/** @throws ApiError 400 with the path of each wrong policy, agent or resource */
export function testPolicies(
  snapshot: OrganizationSnapshot,
  request: PolicyTestRequest,
  nowMs: number,
): PolicyTestResponse {
  const { results, faults } = runPolicyTests(request.cases, {
    agentOf: (name) => snapshot.agentsByName.get(name),
    resourceOf: (name) => snapshot.resourcesByName.get(name),
    hasOpenAnomaly: (agent) => snapshot.agentsById.get(agent.id)?.hasOpenAnomaly ?? false,
    settings: snapshot.settings,
    policies: request.policies === undefined ? snapshot.compiled : compileProposed(request.policies),
    atMs: nowMs,
  });
  refuseFaults(faults);
  return { results };
}

/** Proposed policies have no ids; their place in the payload stands in, and no answer shows it. */
function compileProposed(policies: NonNullable<PolicyTestRequest['policies']>): CompiledPolicies {
  checkPolicies(policies);
  return compilePolicies(policies.map((policy, index) => ({ ...policy, id: String(index) })));
}
