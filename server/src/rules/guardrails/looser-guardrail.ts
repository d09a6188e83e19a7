// SPDX-License-Identifier: Apache-2.0
/** The parts of a guardrail's change that let more through: what an enforcing one no longer refuses. */
import type { LooserRecord } from '@svc/contract';
import { fieldsThatDiffer } from '../../registry/records/index.ts';
import type { GuardrailValues } from './plan-guardrails.ts';

/** Another claim may be a weaker one, so each counts that does more than to ask a stricter decision. */
export function looserGuardrail({
  before,
  after,
}: {
  before: GuardrailValues | null;
  after: GuardrailValues | null;
}): LooserRecord[] {
  if (before === null || !before.enforcing) return [];
  const of = { type: 'guardrail', name: before.name } as const;
  const { claim, enforcing } = before;
  if (after === null) return [{ ...of, field: 'deleted', before: { claim, enforcing }, after: null }];
  if (!after.enforcing) return [{ ...of, field: 'enforcing', before: true, after: false }];
  const differing = fieldsThatDiffer<Partial<typeof claim>>(claim, { ...undefinedOf(claim), ...after.claim });
  if (differing.length === 0) return [];
  return isStricter(differing, claim, after.claim)
    ? []
    : [{ ...of, field: 'claim', before: claim, after: after.claim }];
}

/** A block is asked for in place of reviews, or more people for a review. */
function isStricter(differing: readonly string[], before: Claim, after: Claim): boolean {
  if (after.atLeast === 'BLOCK') return differing.every((field) => field === 'atLeast' || field === 'approvals');
  return differing.every((field) => field === 'approvals') && (after.approvals ?? 1) > (before.approvals ?? 1);
}

type Claim = GuardrailValues['claim'];

/** A field that the claim has no longer differs, too. */
function undefinedOf(claim: Claim): Partial<Claim> {
  return Object.fromEntries(Object.keys(claim).map((field) => [field, undefined]));
}
