// SPDX-License-Identifier: Apache-2.0
/** Runs test cases against a stored or proposed set, and explains their results when asked. A pure computation. */

import {
  type AppPolicyTestRequest,
  type BudgetSpec,
  EXPLAINED_FIELDS_MAX,
  EXPLAINED_POLICIES_MAX,
  LISTED_CONDITION_CHARACTERS_MAX,
  type PolicyCaseTrace,
  type PolicyTestRequest,
  type PolicyTraceItem,
} from '@svc/contract';
import { approverFields } from '@svc/core/approvers';
import { checkBudget } from '@svc/core/budgets';
import { compareCodePoints } from '@svc/core/code-point-order';
import { type DecisionResult, type DecisionSettings, type PolicyTestResult, runPolicyTests } from '@svc/core/decision';
import {
  checkPolicies,
  checkPolicy,
  compilePolicies,
  explainPolicy,
  type IdentifiedPolicy,
  normalizePolicy,
  type PolicyFinding,
} from '@svc/core/policy';
import { caseSettler, testBudget } from '@svc/core/settlement';
import { type Agent, isRefusal, type Resource } from '@svc/core/verdict';
import { readPolicy } from './read-policy.ts';

export interface TestJob {
  kind: 'test';
  /** The `PolicyTestRequest` as JSON, of a key or of the app, which may ask for more. */
  body: string;
  /** Empty when the request proposes a whole set. */
  stored: readonly { readonly id: string; readonly text: string }[];
  /** The agents and resources that the cases name. */
  agents: readonly (Agent & { hasOpenAnomaly: boolean })[];
  resources: readonly Resource[];
  settings: DecisionSettings;
  /** Empty when the request proposes budgets. */
  budgets: readonly BudgetSpec[];
  /** The moment of cases that name none, in epoch milliseconds. */
  atMs: number;
}

export type TestResult = PolicyTestResult & { trace?: PolicyCaseTrace | null };
export type Tested = { faults: readonly PolicyFinding[] } | { results: TestResult[] };

export function testInSet({ body, stored, agents, resources, settings, budgets, atMs }: TestJob): Tested {
  const request = JSON.parse(body) as AppPolicyTestRequest & PolicyTestRequest;
  const counted = request.budgets ?? budgets;
  const errors = [...faultsOf(request), ...budgetFaults(request, counted)];
  if (errors.length > 0) return { faults: errors };
  const policies = setOf(request, stored);
  const agentOf = new Map(agents.map((agent) => [agent.name, agent]));
  const resourceOf = new Map(resources.map((resource) => [resource.name, resource]));
  const { results, decisions, faults } = runPolicyTests(request.cases, {
    agentOf: (name) => agentOf.get(name),
    resourceOf: (name) => resourceOf.get(name),
    hasOpenAnomaly: ({ name }) => agentOf.get(name)?.hasOpenAnomaly ?? false,
    settings,
    policies: compilePolicies(policies),
    settle: caseSettler(
      counted.map((spec, place) => testBudget(spec, placeholderId(place))),
      settings,
    ),
    atMs,
  });
  if (faults.length > 0) return { faults };
  if (request.trace !== true) return { results };
  const byName = policies.toSorted((left, right) => compareCodePoints(left.name, right.name));
  return { results: results.map((result, at) => ({ ...result, trace: traceOf(decisions[at], byName, settings) })) };
}

function faultsOf({ policies, change }: AppPolicyTestRequest): readonly PolicyFinding[] {
  if (policies !== undefined) return checkPolicies(policies).errors;
  const proposed = change?.policy ?? null;
  return proposed === null ? [] : checkPolicy(proposed, 'change.policy').errors;
}

/** Faults of proposed budgets, and of cases that state the use of one that is not there. */
function budgetFaults({ budgets = [], cases }: PolicyTestRequest, counted: readonly BudgetSpec[]): PolicyFinding[] {
  const names = new Set(counted.map(({ name }) => name));
  const unknown = cases.flatMap(({ given }, index) =>
    Object.keys(given?.budgets ?? {}).flatMap((name) =>
      names.has(name) ? [] : [{ path: `cases[${index}].given.budgets`, message: `No budget has the name ${name}.` }],
    ),
  );
  return [...budgets.flatMap((budget, place) => checkBudget(budget, `budgets[${place}].`).errors), ...unknown];
}

/** Ids of policies that are not stored: their place in the payload. No stored policy has such an id. */
export function placeholderId(place: number): string {
  return `00000000-0000-0000-0000-${place.toString(16).padStart(12, '0')}`;
}

/** The set to ask: a whole proposed one, or the stored one with one policy replaced, added or taken away. */
function setOf(
  { policies, change }: Pick<AppPolicyTestRequest, 'policies' | 'change'>,
  stored: readonly { readonly id: string; readonly text: string }[],
): IdentifiedPolicy[] {
  if (policies !== undefined) return policies.map((policy, index) => ({ ...policy, id: placeholderId(index) }));
  if (change === undefined) return stored.map(readPolicy);
  const id = change.id?.toLowerCase() ?? null;
  const others = stored.filter((one) => one.id !== id).map(readPolicy);
  return change.policy === null ? others : [...others, { ...change.policy, id: id ?? placeholderId(0) }];
}

function traceOf(
  decision: DecisionResult | undefined,
  byName: readonly IdentifiedPolicy[],
  { riskReviewAt, riskBlockAt, enforcement }: DecisionSettings,
): PolicyCaseTrace | null {
  if (decision === undefined) return null;
  const { riskFactors, policy, matchedPolicyIds } = decision;
  const [first = ''] = decision.reasons;
  return {
    evaluatedDecision: decision.evaluatedDecision,
    monitored: decision.monitored,
    organizationMonitors: enforcement === 'MONITOR',
    policy,
    ...approverFields(decision.approvers),
    classification: decision.facts.classification,
    cause: decision.cause,
    permission: isRefusal(decision.cause) ? first : null,
    riskFactors: riskFactors.map(({ code, points, reason }) => ({ code, points, reason })),
    riskReviewAt,
    riskBlockAt,
    dlpFindings: [...decision.dlpFindings],
    lgpdCategories: [...decision.lgpdCategories],
    policies: shown(byName, matchedPolicyIds).map((one) => itemOf(one, decision)),
    policiesTotal: byName.length,
  };
}

/** Those that matched, strictest first, then others by name. */
function shown(byName: readonly IdentifiedPolicy[], matchedIds: readonly string[]): IdentifiedPolicy[] {
  const place = new Map(matchedIds.map((id, index) => [id, index]));
  const matched = byName
    .filter(({ id }) => place.has(id))
    .sort((left, right) => (place.get(left.id) ?? 0) - (place.get(right.id) ?? 0));
  const others = byName.filter(({ id }) => !place.has(id));
  return [...matched, ...others].slice(0, EXPLAINED_POLICIES_MAX);
}

function itemOf(spec: IdentifiedPolicy, { facts, policy }: DecisionResult): PolicyTraceItem {
  const { matched, fields, isTruncated } = explainPolicy(spec, facts);
  const { id, ...written } = spec;
  const { decision, mode, resource } = normalizePolicy(written);
  const isShort = JSON.stringify(written).length <= LISTED_CONDITION_CHARACTERS_MAX;
  return {
    id,
    name: written.name,
    decision,
    mode,
    resource,
    matched,
    decided: policy?.id === id,
    fields: fields.slice(0, EXPLAINED_FIELDS_MAX).map((field) => ({ ...field })),
    isTruncated: isTruncated || fields.length > EXPLAINED_FIELDS_MAX,
    ...(matched && isShort && { policy: written }),
  };
}
