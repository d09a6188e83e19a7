// SPDX-License-Identifier: Apache-2.0
/** The body of an error of the app: that of every route, with what some refusals show beside their sentence. */
import { type Static, Type } from 'typebox';
import { ErrorSchema } from '../errors.ts';
import { PolicyTestResponseSchema } from '../policy-tests.ts';
import { stringEnum, uuid } from '../schema.ts';
import { ConflictSchema } from './records.ts';
import { SSO_REFUSALS } from './sso-words.ts';

export const AppErrorSchema = Type.Object(
  {
    ...ErrorSchema.properties,
    conflict: Type.Optional(ConflictSchema),
    organizations: Type.Optional(
      Type.Array(Type.Object({ id: uuid(), name: Type.String() }), {
        description:
          '`sole_owner`: the organizations that would be left without an owner. `sso_required`: those of the person.',
      }),
    ),
    reason: Type.Optional(stringEnum(SSO_REFUSALS, { description: '`sso_refused`: why.' })),
    results: Type.Optional(
      Type.Array(PolicyTestResponseSchema.properties.results.items, {
        description: '`tests_failed`: every test case of the policy.',
      }),
    ),
  },
  { $id: 'AppError' },
);
export type AppErrorBody = Static<typeof AppErrorSchema>;
