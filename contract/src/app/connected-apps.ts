// SPDX-License-Identifier: Apache-2.0
/** Apps that a person connects by OAuth: the request of an app, the person's answer, and what is connected. */
import { type Static, Type } from 'typebox';
import { OAUTH_SCOPES, ROLES } from '../enums.ts';
import { dateTime, nullable, strictObject, stringEnum, uuid } from '../schema.ts';
import { listOf, PageQuerySchema } from './lists.ts';
import { type AppOperation, EVERY_MEMBER } from './operation.ts';

const scopes = () => Type.Array(stringEnum(OAUTH_SCOPES), { minItems: 1, maxItems: OAUTH_SCOPES.length });

const client = {
  name: Type.String({ description: 'The name that the app gave itself. The service has not verified it.' }),
  host: Type.String({ description: 'The destination of the answer: a host, or the scheme of an app on the device.' }),
};

export const AuthorizationRequestSchema = Type.Object({
  client: Type.Object({
    ...client,
    documentHost: Type.Unsafe<string | null>({ type: 'string', nullable: true }),
    returnsTo: Type.String({ description: 'The address of the answer, without its query.' }),
    isOnDevice: Type.Boolean({ description: 'The answer goes to a program on the device of the person.' }),
  }),
  scopes: scopes(),
  person: Type.Object({ id: uuid(), email: Type.String() }),
  organizations: Type.Array(
    Type.Object({
      id: uuid(),
      name: Type.String(),
      role: stringEnum(ROLES),
      assistantApprovals: Type.Boolean({
        description: 'Whether connected apps may ask the person who connected them to resolve a review.',
      }),
    }),
  ),
});
export type AuthorizationRequest = Static<typeof AuthorizationRequestSchema>;

export const AuthorizationApprovalSchema = strictObject({
  personId: uuid({ description: 'The person who was shown the request. Only this person may answer it.' }),
  organizationId: uuid(),
  scopes: scopes(),
  mayAsk: Type.Optional(
    Type.Boolean({ description: 'Whether the app may ask the person to resolve reviews. Default: false.' }),
  ),
});
export type AuthorizationApproval = Static<typeof AuthorizationApprovalSchema>;

export const AuthorizationAnswerSchema = Type.Object({
  continueAt: Type.String({ description: 'The address at which the browser goes on.' }),
});
export type AuthorizationAnswer = Static<typeof AuthorizationAnswerSchema>;

export const ConnectedAppSchema = Type.Object({
  id: uuid(),
  ...client,
  person: Type.Object({ id: uuid(), name: Type.String(), email: Type.String() }),
  scopes: Type.Array(stringEnum(OAUTH_SCOPES)),
  mayAsk: Type.Boolean({
    description: 'The app may ask the person who connected it to resolve reviews, if the organization allows that too.',
  }),
  createdAt: dateTime(),
  lastUsedAt: nullable(dateTime()),
});
export type ConnectedApp = Static<typeof ConnectedAppSchema>;

export const ConnectedAppListSchema = Type.Object({
  ...listOf(ConnectedAppSchema).properties,
  mcpUrl: Type.String({ description: 'The address at which assistants connect.' }),
});
export type ConnectedAppList = Static<typeof ConnectedAppListSchema>;

export const CONNECTED_APP_OPERATIONS = {
  readAuthorization: {
    method: 'GET',
    path: '/authorizations/{requestId}',
    who: EVERY_MEMBER,
    query: null,
    body: null,
    success: { status: 200, body: AuthorizationRequestSchema },
  },
  approveAuthorization: {
    method: 'POST',
    path: '/authorizations/{requestId}/approve',
    who: EVERY_MEMBER,
    query: null,
    body: AuthorizationApprovalSchema,
    success: { status: 200, body: AuthorizationAnswerSchema },
  },
  denyAuthorization: {
    method: 'POST',
    path: '/authorizations/{requestId}/deny',
    who: EVERY_MEMBER,
    query: null,
    body: null,
    success: { status: 200, body: AuthorizationAnswerSchema },
  },
  listConnectedApps: {
    method: 'GET',
    path: '/connected-apps',
    who: EVERY_MEMBER,
    query: PageQuerySchema,
    body: null,
    success: { status: 200, body: ConnectedAppListSchema },
  },
  revokeConnectedApp: {
    method: 'DELETE',
    path: '/connected-apps/{id}',
    who: EVERY_MEMBER,
    query: null,
    body: null,
    success: { status: 204, body: null },
  },
} as const satisfies Record<string, AppOperation>;
