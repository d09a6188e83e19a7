// SPDX-License-Identifier: Apache-2.0
/**
 * Explains, field by field, why a policy matched an event or did not. It reads the condition as written and shares
 * nothing with the compiled form, so that the two check each other.
 */
import type { PolicyCondition, PolicySpec } from '@svc/contract';
import type { JsonValue } from '../canonical-json/index.ts';
import { FAMILY_OF_ACTION } from '../risk/index.ts';
import type { PolicyFacts } from './facts.ts';
import { sideOf } from './situation.ts';

export interface FieldTrace {
  /** Path within the policy: `resource`, `condition.anyOf[2].minRecords`. */
  readonly path: string;
  /** The policy's demand; a long list is described by its length. */
  readonly expected: JsonValue;
  /** The event's value; null when it is unknown. */
  readonly actual: JsonValue;
  readonly matched: boolean;
  /** For a group, its conditions, and how many of them matched. For a long list its length. */
  readonly count?: { readonly of: number; readonly matched: number | null };
}

export interface PolicyTrace {
  readonly matched: boolean;
  /** In the order of the policy; a group comes before its conditions. */
  readonly fields: readonly FieldTrace[];
  /** True when fields were left out because there were more than TRACE_FIELDS_MAX. */
  readonly isTruncated: boolean;
}

/** Fields in one trace. */
export const TRACE_FIELDS_MAX = 1_000;

/** Traces every field that the policy sets, also after one that did not match. */
export function explainPolicy(policy: PolicySpec, facts: PolicyFacts): PolicyTrace {
  const trace: Trace = { fields: [], fieldCount: 0 };
  const { enabled = true, action } = policy;
  const resource = policy.resource ?? 'ANY';
  const family = FAMILY_OF_ACTION[facts.action];
  const isAction = action === 'ANY' || action === family;
  const isResource = resource === 'ANY' || resource === facts.classification;
  record(trace, { path: 'enabled', expected: true, actual: enabled, matched: enabled });
  record(trace, { path: 'action', expected: action, actual: family, matched: isAction });
  record(trace, { path: 'resource', expected: resource, actual: facts.classification, matched: isResource });
  const isCondition = policy.condition === undefined || traceCondition(policy.condition, 'condition', facts, trace);
  return {
    matched: enabled && isAction && isResource && isCondition,
    fields: trace.fields,
    isTruncated: trace.fieldCount > trace.fields.length,
  };
}

interface Trace {
  readonly fields: FieldTrace[];
  fieldCount: number;
}

/** A list longer than this is described instead of shown. */
const LIST_SHOWN_MAX = 20;

function record(trace: Trace, field: FieldTrace): void {
  trace.fieldCount += 1;
  if (trace.fields.length < TRACE_FIELDS_MAX) trace.fields.push(field);
}

function traceCondition(condition: PolicyCondition, path: string, facts: PolicyFacts, trace: Trace): boolean {
  let isMatch = true;
  for (const name of FIELD_NAMES) {
    if (condition[name] === undefined) continue;
    const { actual, matched } = readField(name, condition, facts);
    const field = { path: `${path}.${name}`, expected: shown(condition[name]), actual, matched };
    record(trace, isLong(condition[name]) ? { ...field, count: { of: condition[name].length, matched: null } } : field);
    isMatch &&= matched;
  }
  if (condition.allOf !== undefined) {
    const isGroup = traceGroup('allOf', condition.allOf, path, facts, trace);
    isMatch &&= isGroup;
  }
  if (condition.anyOf !== undefined) {
    const isGroup = traceGroup('anyOf', condition.anyOf, path, facts, trace);
    isMatch &&= isGroup;
  }
  return isMatch;
}

function traceGroup(
  name: 'allOf' | 'anyOf',
  parts: readonly PolicyCondition[],
  path: string,
  facts: PolicyFacts,
  trace: Trace,
): boolean {
  const groupPath = `${path}.${name}`;
  const place = trace.fields.length;
  const expected = name === 'allOf' ? `all ${parts.length} match` : `at least 1 of ${parts.length} matches`;
  // Reserves the group's place before its conditions, whose results decide its own line.
  record(trace, { path: groupPath, expected, actual: null, matched: false });
  let matchCount = 0;
  for (const [index, part] of parts.entries()) {
    if (traceCondition(part, `${groupPath}[${index}]`, facts, trace)) matchCount += 1;
  }
  const matched = name === 'allOf' ? matchCount === parts.length : matchCount > 0;
  if (place < TRACE_FIELDS_MAX) {
    const count = { of: parts.length, matched: matchCount };
    trace.fields[place] = { path: groupPath, expected, actual: `${matchCount} matched`, matched, count };
  }
  return matched;
}

interface Reading {
  readonly actual: JsonValue;
  readonly matched: boolean;
}

type FieldName = Exclude<keyof PolicyCondition, 'allOf' | 'anyOf'>;
type Reader<Name extends FieldName> = (asked: NonNullable<PolicyCondition[Name]>, facts: PolicyFacts) => Reading;

const READERS: { readonly [Name in FieldName]: Reader<Name> } = {
  action: (asked, { action }) => ({
    actual: action,
    matched: asked === 'ANY' || asked === action || asked === FAMILY_OF_ACTION[action],
  }),
  destination: (asked, { destination }) => ({
    actual: destination,
    matched: destination !== null && sideOf(destination) === asked,
  }),
  destinationContains: (asked, { destination }) => ({
    actual: destination,
    matched: destination?.toLowerCase().includes(asked.toLowerCase()) ?? false,
  }),
  containsSensitiveData: (asked, { containsSensitiveData }) => ({
    actual: containsSensitiveData,
    matched: asked === containsSensitiveData,
  }),
  minRecords: (asked, { recordsAffected }) => ({
    actual: recordsAffected,
    matched: recordsAffected !== null && recordsAffected >= asked,
  }),
  maxRecords: (asked, { recordsAffected }) => ({
    actual: recordsAffected,
    matched: recordsAffected !== null && recordsAffected <= asked,
  }),
  minRiskScore: (asked, { riskScore }) => ({ actual: riskScore, matched: riskScore >= asked }),
  outsideBusinessHours: (asked, { outsideBusinessHours }) => ({
    actual: outsideBusinessHours,
    matched: asked === outsideBusinessHours,
  }),
  agentIds: (asked, { agentId }) => {
    const lowerCase = agentId.toLowerCase();
    return { actual: agentId, matched: asked.some((id) => id.toLowerCase() === lowerCase) };
  },
  dlpTypes: (asked, { dlpTypes }) => ({
    actual: [...dlpTypes],
    matched: asked.some((type) => dlpTypes.includes(type)),
  }),
  lgpdCategories: (asked, { lgpdCategories }) => ({
    actual: [...lgpdCategories],
    matched: asked.some((category) => lgpdCategories.includes(category)),
  }),
};

const FIELD_NAMES = Object.keys(READERS) as FieldName[];

function readField<Name extends FieldName>(name: Name, condition: PolicyCondition, facts: PolicyFacts): Reading {
  const reader: Reader<Name> = READERS[name];
  return reader(condition[name] as NonNullable<PolicyCondition[Name]>, facts);
}

function shown(expected: PolicyCondition[FieldName]): JsonValue {
  return isLong(expected) ? `one of ${expected.length}` : (expected ?? null);
}

function isLong(expected: PolicyCondition[FieldName]): expected is string[] & PolicyCondition[FieldName] {
  return Array.isArray(expected) && expected.length > LIST_SHOWN_MAX;
}
