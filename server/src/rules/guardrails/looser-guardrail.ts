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
  const isStricter = differing.every((field) => field === 'atLeast') && after.claim.atLeast === 'BLOCK';
  return isStricter ? [] : [{ ...of, field: 'claim', before: claim, after: after.claim }];
}

/** A field that the claim has no longer differs, too. */
function undefinedOf(claim: GuardrailValues['claim']): Partial<GuardrailValues['claim']> {
  return Object.fromEntries(Object.keys(claim).map((field) => [field, undefined]));
}
