// SPDX-License-Identifier: Apache-2.0
/** Checks of a policy beyond its schema: errors that refuse it, and warnings about probable mistakes. */
import type { PolicyCondition, PolicySpec, PolicyWarning } from '@svc/contract';
import { DESTINATIONS } from '@svc/contract/enums';
import { type FieldCode, type FieldFault, fieldFault } from '@svc/contract/field-faults';
import { CONDITION_LEVELS_MAX, RECORDS_AFFECTED_MAX } from '@svc/contract/limits';
import { conjunctionOfPolicy } from './conjunction.ts';
import { asksForDestination, asksForRecords } from './normal-form.ts';

type PolicyWarningCode = PolicyWarning['code'];

export interface PolicyFinding {
  /** A path such as `policies[0].condition.allOf[1].minRecords`. */
  readonly path: string;
  /** An English sentence. */
  readonly message: string;
  /** The same as data, where clients tell it in their own words. */
  readonly fault?: FieldCode;
}

/** A probable mistake, with a code by which clients tell it in their own words. */
export interface PolicyWarningFinding extends PolicyFinding {
  readonly code: PolicyWarningCode;
}

export interface PolicyCheck {
  readonly errors: readonly PolicyFinding[];
  /** Empty when there are errors. */
  readonly warnings: readonly PolicyWarningFinding[];
}

/** Checks policies that passed their schema, and that no name stands twice. `path` is that of the list. */
export function checkPolicies(policies: readonly PolicySpec[], path = 'policies'): PolicyCheck {
  const errors: PolicyFinding[] = [];
  const warnings: PolicyWarningFinding[] = [];
  const placeOfName = new Map<string, number>();
  for (const [place, policy] of policies.entries()) {
    const policyPath = `${path}[${place}]`;
    const first = placeOfName.get(policy.name);
    if (first === undefined) placeOfName.set(policy.name, place);
    else errors.push(finding(`${policyPath}.name`, fieldFault('DUPLICATE_NAME', { place: `${path}[${first}]` })));
    const check = checkPolicy(policy, policyPath);
    for (const error of check.errors) errors.push(error);
    for (const warning of check.warnings) warnings.push(warning);
  }
  return errors.length > 0 ? { errors, warnings: [] } : { errors, warnings };
}

/** Checks one policy that passed its schema. `path` is put before every answered path. */
export function checkPolicy(policy: PolicySpec, path: string): PolicyCheck {
  const { condition } = policy;
  const conditionPath = `${path}.condition`;
  const fault = condition === undefined ? null : conditionFault(condition, conditionPath);
  if (fault !== null) return { errors: [fault], warnings: [] };
  if (policy.approvals !== undefined && policy.decision !== 'REVIEW') {
    return { errors: [finding(`${path}.approvals`, fieldFault('ONLY_FOR_REVIEW'))], warnings: [] };
  }
  const warnings: PolicyWarningFinding[] = [];
  if (condition !== undefined) warnAboutCondition(condition, conditionPath, warnings);
  const conjunction = conjunctionOfPolicy(policy);
  if (conjunction === null) {
    const message = 'This policy can never match: what it asks for excludes itself.';
    return { errors: [], warnings: warnings.length > 0 ? warnings : [{ code: 'NEVER_MATCHES', path, message }] };
  }
  if (policy.decision === 'ALLOW') return { errors: [], warnings };
  const evade = (code: PolicyWarningCode, field: string): PolicyWarningFinding => ({
    code,
    path: conditionPath,
    message: `A caller evades this ${policy.decision} policy by leaving \`${field}\` out: an unknown never matches.`,
  });
  if (asksForRecords(conjunction)) warnings.push(evade('EVADED_BY_RECORDS', 'recordsAffected'));
  if (asksForDestination(conjunction)) warnings.push(evade('EVADED_BY_DESTINATION', 'destination'));
  return { errors: [], warnings };
}

/** The fault of a condition that passed its schema, or null. */
export function conditionFault(condition: PolicyCondition, path: string): PolicyFinding | null {
  const tooDeep = pathOfTooDeepGroup(condition, path, 1);
  return tooDeep === null ? null : finding(tooDeep, fieldFault('TOO_DEEP', { max: CONDITION_LEVELS_MAX }));
}

const finding = (path: string, fault: FieldFault): PolicyFinding => ({
  path,
  message: fault.text,
  fault: { code: fault.code, params: fault.params },
});

/** The first group that is nested too deeply. The search never descends further than the limit. */
function pathOfTooDeepGroup(condition: PolicyCondition, path: string, level: number): string | null {
  for (const name of GROUP_NAMES) {
    const group = condition[name];
    if (group === undefined) continue;
    if (level > CONDITION_LEVELS_MAX) return `${path}.${name}`;
    for (const [index, part] of group.entries()) {
      const found = pathOfTooDeepGroup(part, `${path}.${name}[${index}]`, level + 1);
      if (found !== null) return found;
    }
  }
  return null;
}

/** Warnings about the conditions of one policy. With 20,000 conditions the first warnings tell as much as all. */
const CONDITION_WARNINGS_MAX = 100;

const GROUP_NAMES = ['allOf', 'anyOf'] as const;
const LIST_NAMES = ['agentIds', 'dlpTypes', 'lgpdCategories', 'anyOf'] as const;

/** Warns about every condition that can match nothing by itself. */
function warnAboutCondition(condition: PolicyCondition, path: string, warnings: PolicyWarningFinding[]): void {
  const { minRecords, maxRecords, destinationContains } = condition;
  const warn = (code: PolicyWarningCode, field: keyof PolicyCondition, message: string): void => {
    if (warnings.length < CONDITION_WARNINGS_MAX) warnings.push({ code, path: `${path}.${field}`, message });
  };
  for (const name of LIST_NAMES) {
    if (condition[name]?.length === 0) warn('EMPTY_LIST', name, `An empty \`${name}\` never matches.`);
  }
  if (minRecords !== undefined && maxRecords !== undefined && minRecords > maxRecords) {
    warn('BOUNDS_EXCLUDE', 'minRecords', 'This can never match: `minRecords` is greater than `maxRecords`.');
  }
  if (minRecords !== undefined && minRecords > RECORDS_AFFECTED_MAX) {
    warn(
      'RECORDS_TOO_MANY',
      'minRecords',
      `This can never match: \`recordsAffected\` is at most ${RECORDS_AFFECTED_MAX}.`,
    );
  }
  if (destinationContains !== undefined && !isInDestination(destinationContains)) {
    warn(
      'NO_SUCH_DESTINATION',
      'destinationContains',
      `This can never match: a destination is one of ${DESTINATIONS.join(', ')}.`,
    );
  }
  for (const name of GROUP_NAMES) {
    for (const [index, part] of (condition[name] ?? []).entries()) {
      warnAboutCondition(part, `${path}.${name}[${index}]`, warnings);
    }
  }
}

function isInDestination(text: string): boolean {
  const lowerCase = text.toLowerCase();
  return DESTINATIONS.some((destination) => destination.toLowerCase().includes(lowerCase));
}
