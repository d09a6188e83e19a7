// SPDX-License-Identifier: Apache-2.0
/** Keys, webhooks and integrations that another person may have made: the owner keeps or ends them. */
import { type Static, type TProperties, Type } from 'typebox';
import { ACCESS_ANSWERS, INTEGRATION_KINDS, KEY_KINDS } from '../enums.ts';
import { dateTime, nullable, strictObject, stringEnum, uuid } from '../schema.ts';
import { type AppOperation, EVERY_MEMBER } from './operation.ts';

const some = <Properties extends TProperties>(properties: Properties) =>
  Type.Object({
    total: Type.Integer({ description: 'The total number; `items` holds the first hundred.' }),
    items: Type.Array(Type.Object({ id: uuid(), ...properties, createdAt: dateTime() })),
  });

export const UnconfirmedAccessSchema = Type.Object({
  organizations: Type.Array(
    Type.Object({
      id: uuid(),
      name: Type.String(),
      apiKeys: some({ name: Type.String(), kind: stringEnum(KEY_KINDS), prefix: Type.String() }),
      webhooks: some({ url: Type.String() }),
      integrations: some({ name: Type.String(), kind: stringEnum(INTEGRATION_KINDS) }),
      checkpointUrl: nullable(
        Type.String({ description: 'Checkpoints of the audit chain are to be copied there; null: nowhere.' }),
      ),
    }),
    { description: 'Those whose API keys, webhooks, integrations and copies of checkpoints wait for the answer.' },
  ),
});
export type UnconfirmedAccess = Static<typeof UnconfirmedAccessSchema>;

export const AccessAnswerSchema = strictObject({
  organizationId: uuid(),
  answer: stringEnum(ACCESS_ANSWERS, {
    description:
      'KEEP: all of them work again. END: keys are revoked, the others deleted, with the routes that use them.',
  }),
});
export type AccessAnswer = Static<typeof AccessAnswerSchema>;

export const UNCONFIRMED_ACCESS_OPERATIONS = {
  readUnconfirmedAccess: {
    method: 'GET',
    path: '/me/unconfirmed-access',
    who: EVERY_MEMBER,
    ofAccount: true,
    query: null,
    body: null,
    success: { status: 200, body: UnconfirmedAccessSchema },
  },
  answerUnconfirmedAccess: {
    method: 'POST',
    path: '/me/unconfirmed-access',
    who: EVERY_MEMBER,
    query: null,
    body: AccessAnswerSchema,
    success: { status: 204, body: null },
  },
} as const satisfies Record<string, AppOperation>;
