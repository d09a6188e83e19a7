// SPDX-License-Identifier: Apache-2.0
/**
 * Owns policies as sentences in the languages of the app: one function, so that pages, reviews and reasons agree.
 * It refuses to know events and decisions, and runs in a browser too.
 */
import type { Decision, DecisionWord, PolicyClaim, PolicyCondition, PolicySpec, Role } from '@svc/contract';
import { approvalsOf } from '../approvals/index.ts';
import { approverFields, approversFrom } from '../approvers/index.ts';
import { CLAIM_WORDS, type Demand } from './claim-words.ts';
import { type ConditionWords, english, type Words } from './english.ts';
import { portuguese } from './portuguese.ts';

export { agentAreaSentence, areaSentence } from './area.ts';

export interface PlainOptions {
  language: 'en' | 'pt-BR';
  /** The present name of an agent; its id stands where there is none. */
  agentNames?: (id: string) => string | undefined;
}

/** A plain text, or a part that matters. */
export type PlainPart = string | { strong: string };

export type ToldPolicy = Pick<PolicySpec, 'action' | 'decision'> &
  Partial<
    Pick<PolicySpec, 'resource' | 'condition' | 'mode' | 'approverRoles' | 'approverGroups' | 'escalate' | 'approvals'>
  >;

const LANGUAGES: Readonly<Record<PlainOptions['language'], Words>> = { en: english, 'pt-BR': portuguese };

/** Conditions of a group that are told; more of them are counted. */
const TOLD_MAX = 6;
/** Groups inside groups that are told; deeper ones are counted. */
const LEVELS_MAX = 4;

/** `When an agent exports customer data and it goes outside, ask an owner or admin.` */
export function policySentence(policy: ToldPolicy, options: PlainOptions): string {
  return textOf(policyParts(policy, options));
}

/** `When an agent exports customer data and it goes outside`: without what happens then. */
export function situationSentence(policy: ToldPolicy, options: PlainOptions): string {
  return textOf(situationParts(policy, options));
}

/** The same sentence with what matters set off: the action, each condition by itself, and the outcome. */
export function policyParts(policy: ToldPolicy, options: PlainOptions): PlainPart[] {
  return [...situationParts(policy, options), ', ', { strong: outcomeSentence(policy, options) }, '.'];
}

function situationParts(policy: ToldPolicy, options: PlainOptions): PlainPart[] {
  const words = LANGUAGES[options.language];
  const resource = policy.resource ?? 'ANY';
  const { condition } = policy;
  const parts = condition === undefined ? [] : conditionParts(condition, options, 1);
  return [
    words.when,
    { strong: `${words.verbs[policy.action]} ${words.objects[resource]}` },
    ...(parts.length === 0 ? [] : [words.andWith, ...parts]),
  ];
}

const textOf = (parts: readonly PlainPart[]): string =>
  parts.map((part) => (typeof part === 'string' ? part : part.strong)).join('');

/** A clause without capital and full stop: `there are 1,000 records or more`. Empty for an empty condition. */
export function conditionSentence(condition: PolicyCondition, options: PlainOptions): string {
  return textOf(conditionParts(condition, options, 1));
}

/** `ask two of an owner or admin, not the one who asked`, or for a policy that only watches what it would do. */
export function outcomeSentence(
  policy: Pick<ToldPolicy, 'decision' | 'mode' | 'approverRoles' | 'approverGroups' | 'escalate' | 'approvals'>,
  { language }: PlainOptions,
): string {
  const words = LANGUAGES[language];
  const { decision, mode, escalate = true } = policy;
  const told = approversTold(approverFields(approversFrom(policy.approverRoles, policy.approverGroups)), words);
  const { count, notAsker, signed, validMinutes, grants } = approvalsOf(policy.approvals);
  if (mode === 'MONITOR') return words.watched[decision](words.people(count, told));
  const outcome = words.outcomes[decision](words.people(count, told));
  if (decision !== 'REVIEW') return outcome;
  const valid = validMinutes === null ? '' : words.valid(validMinutes);
  const how = `${notAsker ? words.notAsker : ''}${signed === true ? words.signed : ''}`;
  const more = `${valid}${grants ? words.grants : ''}${escalate ? '' : words.kept}`;
  return `${outcome}${how}${more}`;
}

/** `1 of 2, still needed: an owner or admin`, of a review that waits. */
export function approvalsSentence(
  { needed, given, stillFrom, stillFromGroups }: NonNullable<Decision['review']>['approvals'],
  { language }: PlainOptions,
): string {
  const words = LANGUAGES[language];
  const told = approversTold({ approverRoles: stillFrom, approverGroups: stillFromGroups }, words);
  return words.given(given, needed, words.people(Math.max(1, needed - given), told));
}

/** `an owner, an admin or a member of dpo` */
export function approversSentence(approvers: ToldApprovers, { language }: PlainOptions): string {
  return approversTold(approvers, LANGUAGES[language]);
}

interface ToldApprovers {
  approverRoles: readonly Role[];
  approverGroups?: readonly string[] | undefined;
}

const approversTold = ({ approverRoles, approverGroups = [] }: ToldApprovers, words: Words): string =>
  words.listOr([...approverRoles.map((role) => words.roles[role]), ...approverGroups.map(words.ofGroup)]);

/** The names of roles, of types of data and of their categories, within a sentence. */
export function namesIn(language: PlainOptions['language']): Pick<Words, 'roles' | 'dlpTypes' | 'lgpdCategories'> {
  return LANGUAGES[language];
}

export type ToldClaim = Pick<PolicyClaim, 'when' | 'resource' | 'unless' | 'never' | 'atLeast' | 'approvals'>;

const DECISIONS = ['ALLOW', 'REVIEW', 'BLOCK'] as const;
const FAMILIES = ['ANY', 'READ', 'WRITE', 'DELETE', 'EXPORT'] as const;

/** The decisions that no event of a claim may get, from the weakest on. */
export function forbiddenDecisions({ never, atLeast }: Pick<ToldClaim, 'never' | 'atLeast'>): DecisionWord[] {
  const forbidden: readonly DecisionWord[] = never ?? (atLeast === 'BLOCK' ? ['ALLOW', 'REVIEW'] : ['ALLOW']);
  return DECISIONS.filter((decision) => forbidden.includes(decision));
}

/** `When an agent deletes customer data, a person is asked or it is blocked.` */
export function claimSentence(claim: ToldClaim, options: PlainOptions): string {
  const words = CLAIM_WORDS[options.language];
  const { when, resource, unless = {} } = claim;
  const { action, ...rest } = when;
  // A family of actions stands in the verb; an action of events is a condition.
  const family = action === undefined ? 'ANY' : FAMILIES.find((one) => one === action);
  const told = { action: family ?? 'ANY', condition: family === undefined ? when : rest } as const;
  const situation = situationSentence({ ...told, decision: 'BLOCK', resource: resource ?? 'ANY' }, options);
  const exception = conditionSentence(unless, options);
  const { approvals = 1 } = claim;
  const demand = approvals > 1 ? words.people(approvals) : words.demands[forbiddenDecisions(claim).join(' ') as Demand];
  return `${situation}, ${demand}${exception === '' ? '' : `${words.unless}${exception}`}.`;
}

/** One clause, or several that all hold or of which any holds. */
type Clause = { parts: PlainPart[]; isSeveral: boolean };

function conditionParts(condition: PolicyCondition, options: PlainOptions, level: number): PlainPart[] {
  return clauseOf(condition, options, level).parts;
}

function clauseOf(condition: PolicyCondition, options: PlainOptions, level: number): Clause {
  const words = LANGUAGES[options.language];
  const clauses: Clause[] = fieldTexts(condition, words.conditions, options).map((text) => ({
    parts: [{ strong: text }],
    isSeveral: false,
  }));
  const { allOf, anyOf } = condition;
  // An allOf in a condition adds its parts to those that must hold anyway.
  if (allOf !== undefined) clauses.push(...groupOf(allOf, options, level));
  if (anyOf !== undefined) {
    const [none] = anyOf.length === 0 ? [words.never] : [];
    if (none !== undefined) clauses.push({ parts: [{ strong: none }], isSeveral: false });
    else clauses.push(joined(groupOf(anyOf, options, level), words.or, words.either));
  }
  return joined(clauses, words.and, '');
}

function groupOf(group: readonly PolicyCondition[], options: PlainOptions, level: number): Clause[] {
  const words = LANGUAGES[options.language];
  const counted = (count: number): Clause => ({ parts: [words.more(count)], isSeveral: false });
  if (level > LEVELS_MAX) return group.length === 0 ? [] : [counted(group.length)];
  const told = group.slice(0, TOLD_MAX).map((part) => {
    const clause = clauseOf(part, options, level + 1);
    return clause.parts.length === 0 ? { parts: [words.always], isSeveral: false } : clause;
  });
  return group.length > told.length ? [...told, counted(group.length - told.length)] : told;
}

/** @param before the word that announces them, where they are several */
function joined(clauses: readonly Clause[], between: string, before: string): Clause {
  const [only] = clauses;
  if (only === undefined) return { parts: [], isSeveral: false };
  if (clauses.length === 1) return only;
  const parts = clauses.flatMap(({ parts: inner, isSeveral }, index): PlainPart[] => [
    index === 0 ? before : between,
    ...(isSeveral ? ['(', ...inner, ')'] : inner),
  ]);
  return { parts: parts.filter((part) => part !== ''), isSeveral: true };
}

/** The fields of one condition in a fixed order; both bounds of the records are one text. */
function fieldTexts(condition: PolicyCondition, words: ConditionWords, { agentNames }: PlainOptions): string[] {
  const { action, destination, destinationContains, minRecords, maxRecords, agentIds, dlpTypes } = condition;
  const { containsSensitiveData, minRiskScore, outsideBusinessHours, lgpdCategories } = condition;
  const names = agentIds?.slice(0, TOLD_MAX).map((id) => agentNames?.(id) ?? id);
  return [
    agentIds !== undefined && words.agents(names ?? [], agentIds.length - (names?.length ?? 0)),
    action !== undefined && words.action(action),
    destination !== undefined && words.destination[destination],
    destinationContains !== undefined && words.contains(destinationContains),
    recordsText(minRecords, maxRecords, words),
    containsSensitiveData !== undefined && words.sensitive(containsSensitiveData),
    dlpTypes !== undefined && words.types(dlpTypes),
    lgpdCategories !== undefined && words.categories(lgpdCategories),
    minRiskScore !== undefined && words.risk(minRiskScore),
    outsideBusinessHours !== undefined && words.hours(outsideBusinessHours),
  ].filter((text) => text !== false);
}

function recordsText(min: number | undefined, max: number | undefined, words: ConditionWords): string | false {
  if (min !== undefined && max !== undefined) return words.between(min, max);
  if (min !== undefined) return words.atLeast(min);
  return max !== undefined && words.atMost(max);
}
