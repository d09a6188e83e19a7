// SPDX-License-Identifier: Apache-2.0
/** The bodies of POST /v1/policies/apply. */
import { type Static, Type } from 'typebox';
import { CHANGE_OPERATIONS } from './enums.ts';
import { IMPACT_DAYS_MAX } from './limits.ts';
import type { PolicyInput } from './policies.ts';
import type { PolicyDifference } from './policy-difference.ts';
import type { BrokenClaim } from './policy-guardrails.ts';
import type { PolicyImpact } from './policy-impact.ts';
import { nullable, ref, strictObject, stringEnum } from './schema.ts';

export const PolicyApplyRequestSchema = strictObject(
  {
    policies: Type.Array(ref<PolicyInput>('Policy')),
    prune: Type.Optional(
      Type.Boolean({ default: false, description: 'Delete policies whose names are missing from `policies`.' }),
    ),
    dryRun: Type.Optional(Type.Boolean({ default: false, description: 'Answer the plan and write nothing.' })),
    impactDays: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: IMPACT_DAYS_MAX,
        description: 'With `dryRun`: evaluate the set over the LIVE events of so many days, up to a minute.',
      }),
    ),
    difference: Type.Optional(
      Type.Boolean({ default: false, description: 'Answer what changes for every event there can be.' }),
    ),
    refuse: Type.Optional(
      stringEnum(['looser'], {
        description: 'Refuse with 409 when any event would get a weaker decision, or when that cannot be computed.',
      }),
    ),
  },
  { $id: 'PolicyApplyRequest' },
);
export type PolicyApplyRequest = Static<typeof PolicyApplyRequestSchema>;

export const PolicyApplyResponseSchema = Type.Object(
  {
    dryRun: Type.Boolean(),
    changes: Type.Array(Type.Object({ name: Type.String(), op: stringEnum(CHANGE_OPERATIONS) }), {
      description: 'In the order of the payload, deletions after them by name.',
    }),
    warnings: Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
      description: 'Parts of a valid policy that look unintended, with their paths.',
    }),
    impact: Type.Optional(ref<PolicyImpact>('PolicyImpact')),
    difference: Type.Optional(ref<PolicyDifference>('PolicyDifference')),
    brokenClaims: Type.Optional(
      nullable(
        Type.Array(ref<BrokenClaim>('BrokenClaim'), {
          description:
            'The guardrails that these policies do not keep. null: that could not be computed in time. Left out: the ' +
            'organization has no guardrails.',
        }),
      ),
    ),
  },
  { $id: 'PolicyApplyResponse' },
);
export type PolicyApplyResponse = Static<typeof PolicyApplyResponseSchema>;
