// SPDX-License-Identifier: Apache-2.0
/** Invitations to an organization, and their acceptance by the person who got the link. */
import { type Static, Type } from 'typebox';
import { ROLES } from '../enums.ts';
import {
  EMAIL_CHARACTERS_MAX,
  LINK_TOKEN_CHARACTERS,
  NAME_CHARACTERS_MAX,
  PASSWORD_CHARACTERS_MAX,
} from '../limits.ts';
import { dateTime, nullable, strictObject, stringEnum, uuid } from '../schema.ts';
import { listOf, pageProperties } from './lists.ts';
import { SignedInSchema } from './sessions.ts';

const role = stringEnum(ROLES);

export const InvitationSchema = Type.Object({
  id: uuid(),
  email: Type.String(),
  role,
  invitedBy: nullable(Type.String({ description: 'Name of the person; null when the account is gone.' })),
  createdAt: dateTime(),
  sentAt: dateTime({ description: 'When the link of now was made; an older link has ended.' }),
  expiresAt: dateTime(),
});
export type Invitation = Static<typeof InvitationSchema>;

/** An invitation whose link was made right now. */
export const InvitationSentSchema = Type.Object({
  ...InvitationSchema.properties,
  link: nullable(
    Type.String({
      description:
        'The link, if no mail server is set: shown to the inviting person only this once. Null: it was mailed.',
    }),
  ),
});
export type InvitationSent = Static<typeof InvitationSentSchema>;

export const InvitationListQuerySchema = strictObject(pageProperties);
export type InvitationListQuery = Static<typeof InvitationListQuerySchema>;

export const InvitationListSchema = listOf(InvitationSchema);
export type InvitationList = Static<typeof InvitationListSchema>;

export const InvitationCreationSchema = strictObject({
  email: Type.String({ minLength: 3, maxLength: EMAIL_CHARACTERS_MAX }),
  role,
});
export type InvitationCreation = Static<typeof InvitationCreationSchema>;

const token = Type.String({ maxLength: LINK_TOKEN_CHARACTERS, description: 'From the link.' });

export const InvitationTokenSchema = strictObject({ token });
export type InvitationToken = Static<typeof InvitationTokenSchema>;

/** An invitation as the person sees it who has its link. */
export const OpenInvitationSchema = Type.Object({
  organizationName: Type.String(),
  role,
  email: Type.String({ description: 'The invited address.' }),
  invitedBy: nullable(Type.String()),
  expiresAt: dateTime(),
  hasAccount: Type.Boolean({ description: 'False: accepting it makes the account, with a name and a password.' }),
  wantsSignIn: Type.Boolean({
    description: 'The link was handed over and not mailed, so that it opens no account: its person signs in first.',
  }),
  signedInAs: nullable(
    Type.String({ description: 'The address of the person who is signed in here. Null if no one is.' }),
  ),
});
export type OpenInvitation = Static<typeof OpenInvitationSchema>;

export const InvitationAcceptanceSchema = strictObject({
  token,
  name: Type.Optional(Type.String({ minLength: 1, maxLength: NAME_CHARACTERS_MAX })),
  password: Type.Optional(Type.String({ maxLength: PASSWORD_CHARACTERS_MAX })),
});
export type InvitationAcceptance = Static<typeof InvitationAcceptanceSchema>;

export const AcceptedInvitationSchema = Type.Object({
  organizationName: Type.String(),
  signedIn: Type.Unsafe<Static<typeof SignedInSchema> | null>({
    ...SignedInSchema,
    nullable: true,
    description: 'Null: sign in with the account of the invited address.',
  }),
});
export type AcceptedInvitation = Static<typeof AcceptedInvitationSchema>;
