// SPDX-License-Identifier: Apache-2.0
/** Sets of tool rules with every default written out, for storing and for comparison. */
import type { StoredToolRules, ToolRulesSpec } from '@svc/contract';
import { POLICY_API_VERSION } from '@svc/contract/enums';
import { canonicalJson, type JsonValue } from '../canonical-json/index.ts';

/** A set with `unlisted` written out. A rule that is decided says nothing of `decide`. */
export type NormalizedToolRules = ToolRulesSpec & Required<Pick<ToolRulesSpec, 'unlisted'>>;

/** Writes the defaults out and leaves everything else out, such as an id. */
export function normalizeToolRules(set: ToolRulesSpec): NormalizedToolRules {
  const { name, description, agent, resource, rules, unlisted = 'DENY' } = set;
  return {
    name,
    ...(description !== undefined && { description }),
    ...(agent !== undefined && { agent }),
    ...(resource !== undefined && { resource }),
    rules: rules.map(({ decide = true, ...rule }) => (decide ? rule : { ...rule, decide })),
    unlisted,
  };
}

/** A stored set as the content of a file. */
export function toolRulesDocument({ id, updatedAt, ...set }: StoredToolRules): object {
  const { name, ...spec } = normalizeToolRules(set);
  return { apiVersion: POLICY_API_VERSION, kind: 'ToolRules', metadata: { name, id, updatedAt }, spec };
}

/** Tells whether two sets mean the same, however they write it. */
export const isSameToolRules = (left: ToolRulesSpec, right: ToolRulesSpec): boolean =>
  canonicalToolRules(left) === canonicalToolRules(right);

const canonicalToolRules = (set: ToolRulesSpec) => canonicalJson(normalizeToolRules(set) as unknown as JsonValue);
