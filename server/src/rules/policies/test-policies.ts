// SPDX-License-Identifier: Apache-2.0
/** Runs policy test cases in an organization, against its own policies or proposed ones. Records nothing. */
import type { AppPolicyTestRequest, AppPolicyTestResponse, PolicyTestRequest, PolicyTestResponse } from '@svc/contract';
import { TRACED_CASES_MAX } from '@svc/contract';
import type { OrganizationSnapshot } from '../../organization/organizations/index.ts';
import { invalid } from '../../platform/errors/index.ts';
import type { PolicyThreads, TestResult } from '../policy-jobs/index.ts';
import { faultless } from './check-policies.ts';
import { withKnownNames } from './known-names.ts';
import { noSuchPolicy } from './no-such-policy.ts';

/**
 * @param text the request as JSON; `agentId` is the agent that the key is bound to
 * @throws ApiError 400 with the path of each wrong policy, agent or resource, and for what takes too long. 429 and 503
 *   when too many tests wait
 */
export async function testPolicies(
  threads: PolicyThreads,
  snapshot: OrganizationSnapshot,
  { request, text, agentId }: { request: PolicyTestRequest; text: string; agentId: string | null },
  nowMs: number,
): Promise<PolicyTestResponse> {
  return await run(threads, snapshot, { request, text, agentId }, nowMs);
}

/**
 * The same for a person, who may propose one change of the stored set and ask for traces.
 * @throws ApiError as above; 404 for a change of no policy
 */
export async function testPoliciesForPeople(
  threads: PolicyThreads,
  snapshot: OrganizationSnapshot,
  { request, text }: { request: AppPolicyTestRequest; text: string },
  nowMs: number,
): Promise<AppPolicyTestResponse> {
  checkProposal(snapshot, request);
  if (request.trace === true && request.cases.length > TRACED_CASES_MAX) {
    throw invalid('cases', `must be at most ${TRACED_CASES_MAX} for a trace`);
  }
  const { results } = await run(threads, snapshot, { request, text, agentId: null }, nowMs);
  return { results: results.map((result) => ({ ...result, trace: result.trace ?? null })) };
}

/** @throws ApiError 400 for both kinds of a proposal, 404 for a change of no policy */
export function checkProposal(
  { policies }: OrganizationSnapshot,
  request: Pick<AppPolicyTestRequest, 'policies' | 'change'>,
): void {
  if (request.change === undefined) return;
  if (request.policies !== undefined) throw invalid('change', 'cannot stand beside `policies`: send one of them');
  const { id = null, policy } = request.change;
  if (id === null && policy === null) throw invalid('change', 'needs an `id`, a `policy` or both');
  if (id !== null && !policies.some((one) => one.id === id.toLowerCase())) throw noSuchPolicy();
}

async function run(
  threads: PolicyThreads,
  snapshot: OrganizationSnapshot,
  { request, text, agentId }: { request: AppPolicyTestRequest; text: string; agentId: string | null },
  nowMs: number,
): Promise<{ results: TestResult[] }> {
  const { organizationId, agentsByName, resourcesByName, settings, policies, budgets } = snapshot;
  const inputs = request.cases.map(({ input }) => input);
  const job = {
    kind: 'test' as const,
    body: text,
    stored: request.policies === undefined ? policies : [],
    agents: named(inputs, 'agent', agentsByName),
    resources: named(inputs, 'resource', resourcesByName),
    settings,
    budgets: [...budgets.byId.values()].map(({ spec }) => spec),
    atMs: nowMs,
  };
  const tested = await threads.test(organizationId, job, inputs.length);
  if (!('faults' in tested)) return tested;
  const { faults, known } = withKnownNames(tested.faults, request.cases, snapshot, agentId);
  return faultless<{ results: TestResult[] }>({ faults }, known);
}

/** Each record that an input names, once. */
export function named<Field extends string, Item>(
  inputs: readonly Record<Field, string>[],
  field: Field,
  byName: ReadonlyMap<string, Item>,
): Item[] {
  const names = [...new Set(inputs.map((input) => input[field]))];
  return names.flatMap((name) => byName.get(name) ?? []);
}
