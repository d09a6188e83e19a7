// SPDX-License-Identifier: Apache-2.0
/**
 * A claim while it is edited. Both of its conditions are trees of the policy form, so that they are edited by the same
 * rows. A text with a fault stands beside the last claim without one.
 */
import type { PolicyClaim, PolicyCondition } from '@svc/contract';
import { forbiddenDecisions } from '@svc/core/plain-words';
import { draftOf, type PolicyDraft, specOf } from '../draft/draft.ts';
import { checkClaimDocument, type Problem } from '../text/problems.ts';

/** The decisions that no event may get, from the weakest on. */
export const DEMANDS = [
  'ALLOW',
  'ALLOW REVIEW',
  'ALLOW BLOCK',
  'BLOCK',
  'REVIEW',
  'REVIEW BLOCK',
  'ALLOW REVIEW BLOCK',
] as const;
export type Demand = (typeof DEMANDS)[number];

export interface ClaimDraft {
  name: string;
  resource: NonNullable<PolicyClaim['resource']>;
  demand: Demand;
  /** With the demand for a person: how many, at least. */
  approvals: number;
  agents: NonNullable<PolicyClaim['agents']>;
  /** Empty: as the organization is enforced. */
  of: NonNullable<PolicyClaim['of']> | '';
  when: PolicyDraft;
  unless: PolicyDraft;
  /** As a person typed it; null: the text follows the form. */
  typed: { text: string; faults: number } | null;
}

export function claimDraftOf(claim: PolicyClaim, before?: ClaimDraft): ClaimDraft {
  const { name, resource, agents = 'any', of = '', when, unless = {}, approvals = 1 } = claim;
  return {
    name,
    resource: resource ?? 'ANY',
    demand: forbiddenDecisions(claim).join(' ') as Demand,
    approvals,
    agents,
    of,
    when: treeOf(when, before?.when),
    unless: treeOf(unless, before?.unless),
    typed: null,
  };
}

/** Only the condition of this policy counts. */
function treeOf(condition: PolicyCondition, before: PolicyDraft | undefined): PolicyDraft {
  return draftOf({ name: '', action: 'ANY', decision: 'BLOCK', condition }, before);
}

export function claimIn({ name, resource, demand, approvals, agents, of, when, unless }: ClaimDraft): PolicyClaim {
  const exception = specOf(unless).condition;
  return {
    name: name.trim(),
    when: specOf(when).condition ?? {},
    ...(resource !== 'ANY' && { resource }),
    ...(exception !== undefined && { unless: exception }),
    ...demandFields(demand),
    ...(demand === 'ALLOW' && approvals > 1 && { approvals }),
    ...(agents !== 'any' && { agents }),
    ...(of !== '' && { of }),
  };
}

function demandFields(demand: Demand): Pick<PolicyClaim, 'atLeast' | 'never'> {
  if (demand === 'ALLOW') return { atLeast: 'REVIEW' };
  if (demand === 'ALLOW REVIEW') return { atLeast: 'BLOCK' };
  return { never: demand.split(' ') as NonNullable<PolicyClaim['never']> };
}

export const claimDocument = (claim: PolicyClaim): object => ({
  apiVersion: 'svc/v1',
  kind: 'PolicyClaim',
  claims: [claim],
});

/** Faults that need no service. */
export const problemsIn = (draft: ClaimDraft): readonly Problem[] =>
  checkClaimDocument(claimDocument(claimIn(draft))).problems;
