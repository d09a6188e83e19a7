// SPDX-License-Identifier: Apache-2.0
/**
 * Faults of a policy, or of a claim, as values. The page says them in the person's language, at their places in the
 * form and in the text. The schema of files and the depth of groups are checked here, as the person types. The rest
 * comes from the service a moment later.
 */
import type { PolicyClaim, PolicySpec } from '@svc/contract';
import { CONDITION_LEVELS_MAX } from '@svc/contract/limits';
import { nearMiss } from '@svc/documents';
import type { Schema } from './schema.ts';
import { POLICY_SCHEMAS } from './schema-table.ts';

type Wrong =
  | { is: 'unknownField'; field: string; meant: string | null }
  /** The API has this condition, and files do not. */
  | { is: 'onlyInForm'; field: string }
  | { is: 'missing'; field: string }
  | { is: 'type'; type: string }
  | { is: 'word'; words: readonly string[]; meant: string | null }
  | { is: 'empty' }
  | { is: 'tooLong'; limit: number }
  | { is: 'tooMany'; limit: number }
  | { is: 'tooSmall'; limit: number }
  | { is: 'tooLarge'; limit: number }
  | { is: 'twice' }
  | { is: 'characters' }
  | { is: 'tooDeep'; limit: number }
  | { is: 'syntax'; message: string }
  /** A fault that the service found, in its own words. */
  | { is: 'told'; message: string };

export type Problem = Wrong & {
  /** From the root of the document: `spec`, `condition`, `allOf`, `0`. */
  path: readonly string[];
};

export interface Checked<Spec = PolicySpec> {
  /** null when there is a problem. */
  spec: Spec | null;
  problems: readonly Problem[];
}

/** More tell nothing new: one slip in a long list repeats. */
const PROBLEMS_MAX = 100;
const FIELDS_OF_API_ONLY = ['dlpTypes', 'lgpdCategories'];

/** @param isFile policy files do not hold every condition that the API knows */
export function checkDocument(document: unknown, isFile: boolean): Checked {
  const problems = problemsOf(document, 'Policy', isFile);
  if (problems.length > 0) return { spec: null, problems };
  const { metadata, spec } = document as { metadata: { name: string }; spec: Omit<PolicySpec, 'name'> };
  return { spec: { name: metadata.name, ...spec }, problems };
}

/** A document with one claim. */
export function checkClaimDocument(document: unknown): Checked<PolicyClaim> {
  const problems = problemsOf(document, 'PolicyClaim', true);
  if (problems.length > 0) return { spec: null, problems };
  const { claims } = document as { claims: PolicyClaim[] };
  const [claim] = claims;
  const path = ['claims'];
  if (claim === undefined) return { spec: null, problems: [{ is: 'empty', path }] };
  if (claims.length > 1) return { spec: null, problems: [{ is: 'tooMany', limit: 1, path }] };
  const hasDemand = claim.never !== undefined || claim.atLeast !== undefined;
  if (!hasDemand) return { spec: null, problems: [{ is: 'missing', field: 'atLeast', path: [...path, '0'] }] };
  return { spec: claim, problems };
}

function problemsOf(document: unknown, kind: 'Policy' | 'PolicyClaim', isFile: boolean): Problem[] {
  const problems: Problem[] = [];
  const report = (path: readonly string[], wrong: Wrong) => {
    if (problems.length < PROBLEMS_MAX) problems.push({ ...wrong, path });
  };
  checkValue(document, POLICY_SCHEMAS[kind] as Schema, { path: [], isFile, report });
  return problems;
}

interface At {
  path: readonly string[];
  isFile: boolean;
  report(path: readonly string[], wrong: Wrong): void;
}

function checkValue(value: unknown, schema: Schema, at: At): void {
  const { $ref } = schema;
  if ($ref !== undefined) {
    checkValue(value, POLICY_SCHEMAS[$ref.slice($ref.lastIndexOf('/') + 1)] as Schema, at);
    return;
  }
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.includes(typeOf(value))) {
    at.report(at.path, schema.enum === undefined ? { is: 'type', type: types[0] ?? '' } : wordOf(value, schema.enum));
    return;
  }
  if (schema.enum !== undefined && !schema.enum.includes(value)) at.report(at.path, wordOf(value, schema.enum));
  if (typeof value === 'string') checkText(value, schema, at);
  else if (typeof value === 'number') checkNumber(value, schema, at);
  else if (Array.isArray(value)) checkList(value, schema, at);
  else if (typeof value === 'object' && value !== null) checkFields(value as Record<string, unknown>, schema, at);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function wordOf(value: unknown, allowed: readonly unknown[]): Wrong {
  const words = allowed.filter((word) => typeof word === 'string');
  return { is: 'word', words, meant: typeof value === 'string' ? nearMiss(value, words) : null };
}

function checkText(value: string, { minLength = 0, maxLength, pattern }: Schema, { path, report }: At): void {
  // The limits of the contract count code points.
  if (maxLength !== undefined && value.length > maxLength && [...value].length > maxLength) {
    report(path, { is: 'tooLong', limit: maxLength });
  }
  if (value.length < minLength) report(path, { is: 'empty' });
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) report(path, { is: 'characters' });
}

function checkNumber(value: number, { minimum, maximum }: Schema, { path, report }: At): void {
  if (minimum !== undefined && value < minimum) report(path, { is: 'tooSmall', limit: minimum });
  if (maximum !== undefined && value > maximum) report(path, { is: 'tooLarge', limit: maximum });
}

function checkList(value: readonly unknown[], schema: Schema, at: At): void {
  const { items, minItems = 0, maxItems, uniqueItems = false } = schema;
  // The search never descends further than the limit.
  if (levelOf(at.path) > CONDITION_LEVELS_MAX) {
    at.report(at.path, { is: 'tooDeep', limit: CONDITION_LEVELS_MAX });
    return;
  }
  if (value.length < minItems) at.report(at.path, { is: 'empty' });
  if (maxItems !== undefined && value.length > maxItems) at.report(at.path, { is: 'tooMany', limit: maxItems });
  if (uniqueItems && new Set(value).size < value.length) at.report(at.path, { is: 'twice' });
  if (items === undefined) return;
  for (const [index, item] of value.entries()) checkValue(item, items, { ...at, path: [...at.path, String(index)] });
}

const levelOf = (path: readonly string[]): number =>
  path.filter((field) => field === 'allOf' || field === 'anyOf').length;

function checkFields(value: Readonly<Record<string, unknown>>, schema: Schema, at: At): void {
  const { properties = {}, required = [], additionalProperties } = schema;
  for (const field of required) {
    if (!Object.hasOwn(value, field)) at.report(at.path, { is: 'missing', field });
  }
  for (const [field, inner] of Object.entries(value)) {
    const path = [...at.path, field];
    const isOfApi = FIELDS_OF_API_ONLY.includes(field) && path.includes('condition');
    if (Object.hasOwn(properties, field)) checkValue(inner, properties[field] as Schema, { ...at, path });
    else if (isOfApi && at.isFile) at.report(path, { is: 'onlyInForm', field });
    else if (!isOfApi && additionalProperties === false) {
      at.report(path, { is: 'unknownField', field, meant: nearMiss(field, Object.keys(properties)) });
    }
  }
}
