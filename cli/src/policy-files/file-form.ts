// SPDX-License-Identifier: Apache-2.0
/** Stored policies, budgets and tool rules as the text of files. Equal ones give equal bytes. */
import type { PolicyCondition, StoredBudget, StoredPolicy, StoredToolRules } from '@svc/contract';
import { budgetDocument, isSameBudget } from '@svc/core/budgets';
import { isSamePolicy, policyDocument } from '@svc/core/policy';
import { isSameToolRules, toolRulesDocument } from '@svc/core/tool-rules';
import { documentText } from '@svc/documents';
import type { ReadDocument } from './read-document.ts';

/** One kind of what is stored, as documents. */
export interface FileForm<Stored extends { name: string; condition?: PolicyCondition }> {
  readonly documentOf: (stored: Stored) => object;
  /** Tells whether a document holds exactly this. */
  readonly isIn: (read: ReadDocument, stored: Stored) => boolean;
}

export const POLICY_FORM: FileForm<StoredPolicy> = {
  documentOf: policyDocument,
  isIn: ({ policy }, stored) =>
    policy !== null && policy.spec.name === stored.name && isSamePolicy(policy.spec, stored),
};

export const BUDGET_FORM: FileForm<StoredBudget> = {
  documentOf: budgetDocument,
  isIn: ({ budget }, stored) =>
    budget !== null && budget.spec.name === stored.name && isSameBudget(budget.spec, stored),
};

export const TOOL_RULES_FORM: FileForm<StoredToolRules> = {
  documentOf: toolRulesDocument,
  isIn: ({ toolRules }, stored) => toolRules !== null && isSameToolRules(toolRules.spec, stored),
};

export function fileText<Stored extends { name: string }>({ documentOf }: FileForm<Stored>, stored: Stored): string {
  return documentText(documentOf(stored));
}
