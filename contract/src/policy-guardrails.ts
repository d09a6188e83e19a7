// SPDX-License-Identifier: Apache-2.0
/** Guardrails are claims that an organization keeps as its own: what a change of its policies breaks of them. */
import { type Static, Type } from 'typebox';
import { DECISION_KINDS, type PolicyWitness } from './policy-proofs.ts';
import { ref, stringEnum, uuid } from './schema.ts';

export const BrokenClaimSchema = Type.Object(
  {
    id: uuid({ description: 'The id of the guardrail.' }),
    name: Type.String(),
    enforcing: Type.Boolean({ description: 'Whether changes of the policies that break the guardrail are refused.' }),
    heldBefore: Type.Boolean({
      description: 'Whether the stored policies keep the guardrail. False: it is broken already.',
    }),
    refuses: Type.Boolean({
      description: 'Whether the change is refused with 409: the guardrail is enforcing and was kept before.',
    }),
    of: stringEnum(DECISION_KINDS, { description: 'Which of the two decisions of an event the claim was asked of.' }),
    witness: ref<PolicyWitness>('PolicyWitness'),
  },
  {
    $id: 'BrokenClaim',
    description: 'A guardrail that the proposed policies do not keep, with an event that shows it.',
  },
);
export type BrokenClaim = Static<typeof BrokenClaimSchema>;
