// SPDX-License-Identifier: Apache-2.0
/** The exact difference of two policy sets: every event whose decision or approvers an apply changes. */
import { type Static, Type } from 'typebox';
import { DECISIONS, ROLES } from './enums.ts';
import { approvalsProperty } from './policies.ts';
import { DECISION_KINDS, type PolicyWitness } from './policy-proofs.ts';
import { nullable, optionalNames, ref, stringEnum } from './schema.ts';

export const DIFFERENCE_KINDS = ['looser', 'stricter', 'approvers'] as const;

const side = (description: string) =>
  Type.Object(
    {
      decision: stringEnum(DECISIONS),
      approverRoles: Type.Array(stringEnum(ROLES), {
        description: 'Roles that may approve a REVIEW; otherwise empty.',
      }),
      approverGroups: optionalNames('Groups whose members may approve it; absent without any.'),
      escalate: Type.Optional(Type.Boolean({ description: 'false: the REVIEW is not passed on. Else it may be.' })),
      approvals: Type.Optional(approvalsProperty),
    },
    { description },
  );

const decider = (description: string) =>
  nullable(Type.String({ description: `${description}; null where permissions or the risk score do.` }));

const changedArea = Type.Object({
  when: Type.String({ description: 'The events of the area, in words.' }),
  by: Type.Object({ before: decider('The policy that decides'), after: decider('The policy that would decide') }),
  // One of them, as the proposed set decides it.
  witness: ref<PolicyWitness>('PolicyWitness'),
});

const count = () => Type.Integer({ minimum: 0 });

export const PolicyDifferenceSchema = Type.Object(
  {
    complete: Type.Boolean({
      description: 'false: time or memory did not suffice, or an answer failed its check. Nothing is known then.',
    }),
    of: stringEnum(DECISION_KINDS, { description: 'In monitor mode `evaluatedDecision`.' }),
    looser: count(),
    stricter: count(),
    approvers: count(),
    changes: Type.Array(
      Type.Object({
        kind: stringEnum(DIFFERENCE_KINDS),
        from: side('Under the stored policies.'),
        to: side('Under the proposed ones.'),
        exact: Type.Boolean({
          description:
            'false: the words also enter places where something at least as strict decides, before and after.',
        }),
        areas: Type.Array(changedArea, { description: 'Broadest first.' }),
        more: Type.Integer({ minimum: 0, description: 'Areas that are not listed.' }),
      }),
      { description: 'Loosest first. `looser`, `stricter` and `approvers` count them.' },
    ),
  },
  { $id: 'PolicyDifference', description: 'Every event that gets another decision or other approvers.' },
);
export type PolicyDifference = Static<typeof PolicyDifferenceSchema>;
