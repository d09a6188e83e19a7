// SPDX-License-Identifier: Apache-2.0
/**
 * Owns deciding again: the rules of an organization as its audit entries tell them, and each recorded decision compared
 * with what follows from them. It decides by the decision path, and refuses to know how entries are stored and checked.
 */
export { type DecidedAgain, type DecisionEntry, type Differs, decideAgain, type Undecided } from './decide-again.ts';
export { isRuleKind, openRules, RULES_CHARACTERS_MAX, type RuleEntry, type Rules, RulesTooLarge } from './rules.ts';
export { isConsequenceKind, isStandingKind } from './standing.ts';
export type { IsPolicy } from './values.ts';
