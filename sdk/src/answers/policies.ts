// SPDX-License-Identifier: Apache-2.0
/**
 * Answers about policies, as every server of the contract gives them. The contract's fields are checked. All others are
 * taken where they are whole, and left out where they are not.
 */
import type { PolicyListResponse } from '../wire.ts';
import type { PolicyApplyResponse } from '../wire-apply.ts';
import type { PolicyAnalysis, PolicyProveResponse } from '../wire-proofs.ts';
import type { PolicyTestResponse } from '../wire-tests.ts';
import {
  checkFields,
  type Fields,
  isCount,
  isFlag,
  isObject,
  isText,
  isTexts,
  listOf,
  objectOf,
  orNull,
  type Test,
} from './fields.ts';

/** @throws UnexpectedAnswerError naming the field that violates the contract, as all of these */
export function readPolicyList(body: unknown): PolicyListResponse {
  const { policies } = checkFields('list of policies', body, { policies: Array.isArray });
  const read = (policies as unknown[]).map((policy, index) =>
    readStored('list of policies', policy, POLICY_FIELDS, `policies[${index}].`),
  );
  return { ...(body as PolicyListResponse), policies: read as unknown as PolicyListResponse['policies'] };
}

type Tests = Readonly<Record<string, Test>>;

const POLICY_FIELDS = { name: isText, action: isText, decision: isText };
const OPTIONAL_FIELDS: Readonly<Record<string, Test>> = {
  description: isText,
  condition: isCondition,
  enabled: isFlag,
  resource: orNull(isText),
  mode: isText,
  approverRoles: isTexts,
  approverGroups: isTexts,
  escalate: isFlag,
  approvals: isObject,
};

/** A field that is null or left out has its default. */
export function readStored(what: string, value: unknown, required: Tests, path: string): Fields {
  const fields = present(checkFields(what, value, required, path));
  for (const [name, test] of Object.entries(OPTIONAL_FIELDS)) {
    if (fields[name] !== undefined) checkFields(what, fields, { [name]: test }, path);
  }
  const defaults = { enabled: true, resource: null, mode: 'ENFORCE', approverRoles: [] };
  return { ...defaults, ...fields };
}

function isCondition(value: unknown): boolean {
  if (!isObject(value)) return false;
  return [value.allOf, value.anyOf].every((group) => group === undefined || listOf(isCondition)(group));
}

/** Without the fields that are null. */
function present(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

export function readPolicyApply(body: unknown): PolicyApplyResponse {
  const isChange = objectOf({ name: isText, op: isText });
  const fields = checkFields('plan of policies', body, { dryRun: isFlag, changes: listOf(isChange) });
  const { warnings, impact, difference, brokenClaims, ...others } = fields;
  return {
    ...others,
    warnings: listOf(objectOf({ path: isText, message: isText }))(warnings) ? warnings : [],
    ...(isImpact(impact) && { impact }),
    ...(isDifference(difference) && { difference }),
    ...(orNull(listOf(objectOf({ name: isText })))(brokenClaims) && { brokenClaims }),
  } as unknown as PolicyApplyResponse;
}

const isImpact = objectOf({
  days: isCount,
  from: isText,
  to: isText,
  complete: isFlag,
  events: isCount,
  changed: isCount,
  changes: listOf(objectOf({ from: isText, to: isText, events: isCount, sampleEventIds: isTexts })),
  policies: listOf(objectOf({ name: isText, decidesNow: isCount, wouldDecide: isCount })),
  policiesTotal: isCount,
  notes: listOf(objectOf({ message: isText })),
});

const isSide = objectOf({ decision: isText, approverRoles: isTexts });
const isDecider = orNull(isText);
const isArea = objectOf({ when: isText, by: objectOf({ before: isDecider, after: isDecider }) });
const isDifference = objectOf({
  complete: isFlag,
  looser: isCount,
  stricter: isCount,
  approvers: isCount,
  changes: listOf(objectOf({ kind: isText, from: isSide, to: isSide, areas: listOf(isArea), more: isCount })),
});

export function readPolicyTest(body: unknown): PolicyTestResponse {
  const isResult = objectOf({
    name: isText,
    decision: isText,
    matchedPolicy: orNull(isText),
    riskScore: isCount,
    reasons: isTexts,
  });
  return checkFields('list of test results', body, { results: listOf(isResult) }) as unknown as PolicyTestResponse;
}

const isNamed = objectOf({ name: isText });
const isWitness = objectOf({
  input: isObject,
  decision: isText,
  policy: orNull(isNamed),
  riskScore: isCount,
  testCase: orNull(isObject),
});

export function readPolicyProve(body: unknown): PolicyProveResponse {
  const isProof = objectOf({
    name: isText,
    proved: isFlag,
    vacuous: isFlag,
    counterexample: orNull(isWitness),
    evadable: orNull(isWitness),
    heldBy: listOf(isNamed),
    leansOn: isTexts,
  });
  const isAgainst = objectOf({ claim: isText, ids: isTexts });
  const tests = {
    complete: isFlag,
    results: listOf(isProof),
    // An older service names none.
    grants: (value: unknown) => value === undefined || listOf(isAgainst)(value),
  };
  return checkFields('list of proofs', body, tests) as unknown as PolicyProveResponse;
}

export function readPolicyAnalysis(body: unknown): PolicyAnalysis {
  const tests = {
    complete: isFlag,
    dead: listOf(objectOf({ name: isText, cause: isText })),
    withoutEffect: listOf(isNamed),
    needlessFields: listOf(objectOf({ name: isText, field: isText })),
    mergeable: listOf(objectOf({ name: isText, other: isNamed, condition: isCondition })),
    unknownAgents: listOf(isNamed),
    unreachableThresholds: isTexts,
  };
  return checkFields('analysis of policies', body, tests) as unknown as PolicyAnalysis;
}
