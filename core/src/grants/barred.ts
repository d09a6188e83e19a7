// SPDX-License-Identifier: Apache-2.0
/**
 * Whether a claim speaks against a grant. A grant stands for many acts, so a condition holds always, sometimes or never
 * among them. Whatever is not known counts as sometimes.
 */
import type { PolicyClaim, PolicyCondition } from '@svc/contract';
import { categoriesOfTypes, FAMILY_OF_ACTION } from '../risk/index.ts';
import type { GrantRule } from './rule.ts';

/** All that acts of a grant have in common. */
export type GrantedActs = Pick<GrantRule, 'agentId' | 'action' | 'destination' | 'dlpTypes' | 'recordsAffectedMax'> & {
  readonly classification: string;
};

/** True where the claim asks a person, or blocks, for an act that the grant would let through. */
export function isBarredBy(claim: Omit<PolicyClaim, 'name'>, acts: GrantedActs): boolean {
  const { never, atLeast, resource, when, unless } = claim;
  const asks = atLeast !== undefined || never === undefined || never.includes('ALLOW');
  if (!asks || (resource && resource !== 'ANY' && resource !== acts.classification)) return false;
  return holding(when, acts) !== NEVER && (unless === undefined || holding(unless, acts) !== ALWAYS);
}

const NEVER = 0;
const SOMETIMES = 1;
const ALWAYS = 2;
type Holding = typeof NEVER | typeof SOMETIMES | typeof ALWAYS;

const only = (isTrue: boolean): Holding => (isTrue ? ALWAYS : NEVER);
const some = (isPossible: boolean): Holding => (isPossible ? SOMETIMES : NEVER);
const all = (parts: readonly Holding[]): Holding => Math.min(ALWAYS, ...parts) as Holding;
const any = (parts: readonly Holding[]): Holding => Math.max(NEVER, ...parts) as Holding;

function holding(condition: PolicyCondition, acts: GrantedActs): Holding {
  const fields = Object.keys(condition) as (keyof PolicyCondition)[];
  return all(fields.map((field) => (condition[field] === undefined ? ALWAYS : fieldHolding(field, condition, acts))));
}

function fieldHolding(field: keyof PolicyCondition, condition: PolicyCondition, acts: GrantedActs): Holding {
  const read = READERS[field] as (asked: unknown, acts: GrantedActs) => Holding;
  return read(condition[field], acts);
}

type Readers = {
  readonly [Name in keyof PolicyCondition]-?: (asked: NonNullable<PolicyCondition[Name]>, acts: GrantedActs) => Holding;
};

const READERS: Readers = {
  action: (asked, { action }) => only(asked === 'ANY' || asked === action || asked === FAMILY_OF_ACTION[action]),
  destination: (asked, { destination }) =>
    only(destination !== null && (destination === 'INTERNAL') === (asked === 'INTERNAL')),
  destinationContains: (asked, { destination }) =>
    only(destination?.toLowerCase().includes(asked.toLowerCase()) === true),
  containsSensitiveData: (asked, { dlpTypes }) => (dlpTypes.length > 0 ? SOMETIMES : only(!asked)),
  minRecords: (asked, { recordsAffectedMax }) => (asked <= 0 ? ALWAYS : some(asked <= recordsAffectedMax)),
  maxRecords: (asked, { recordsAffectedMax }) => (recordsAffectedMax <= asked ? ALWAYS : SOMETIMES),
  minRiskScore: (asked) => (asked <= 0 ? ALWAYS : SOMETIMES),
  outsideBusinessHours: () => SOMETIMES,
  agentIds: (asked, { agentId }) => only(asked.some((id) => id.toLowerCase() === agentId.toLowerCase())),
  dlpTypes: (asked, { dlpTypes }) => some(asked.some((type) => dlpTypes.includes(type))),
  lgpdCategories: (asked, { dlpTypes }) => {
    const possible = categoriesOfTypes(dlpTypes);
    return some(asked.some((category) => possible.includes(category)));
  },
  allOf: (parts, acts) => all(parts.map((part) => holding(part, acts))),
  anyOf: (parts, acts) => any(parts.map((part) => holding(part, acts))),
};
