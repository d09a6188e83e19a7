// SPDX-License-Identifier: Apache-2.0
/** Signing in, and the person who is signed in. */
import { type Static, type TProperties, Type } from 'typebox';
import { ROLES } from '../enums.ts';
import {
  EMAIL_CHARACTERS_MAX,
  LINK_TOKEN_CHARACTERS,
  MFA_CODE_CHARACTERS_MAX,
  NAME_CHARACTERS_MAX,
  PASSWORD_CHARACTERS_MAX,
} from '../limits.ts';
import { strictObject, stringEnum, uuid } from '../schema.ts';
import { firstOrganization } from './first-organization.ts';
import { authenticatorAnswer } from './passkeys.ts';

/** The second factor beside a password: a code, a recovery code, or the answer of a passkey. */
export const secondFactor = {
  mfaCode: Type.Optional(Type.String({ maxLength: MFA_CODE_CHARACTERS_MAX })),
  passkey: Type.Optional(authenticatorAnswer),
} satisfies TProperties;

/** No pattern and no least length: a malformed e-mail address or password gets the answer of a wrong one. */
export const LoginRequestSchema = strictObject({
  email: Type.String({ maxLength: EMAIL_CHARACTERS_MAX }),
  password: Type.String({ maxLength: PASSWORD_CHARACTERS_MAX }),
  ...secondFactor,
  ...firstOrganization,
});
export type LoginRequest = Static<typeof LoginRequestSchema>;

/** The server checks names and the password, and says what is wrong with each. */
export const SignupRequestSchema = strictObject({
  name: Type.String({ minLength: 1, maxLength: NAME_CHARACTERS_MAX }),
  email: Type.String({ minLength: 3, maxLength: EMAIL_CHARACTERS_MAX }),
  password: Type.String({ maxLength: PASSWORD_CHARACTERS_MAX }),
  organizationName: Type.String({ minLength: 1, maxLength: NAME_CHARACTERS_MAX }),
  token: Type.Optional(
    Type.String({ maxLength: LINK_TOKEN_CHARACTERS, description: 'From the link of the first owner.' }),
  ),
});
export type SignupRequest = Static<typeof SignupRequestSchema>;

export const user = Type.Object({
  id: uuid(),
  email: Type.String(),
  name: Type.String({ maxLength: NAME_CHARACTERS_MAX }),
});
/** An organization from the view of one member: `role` is the caller's own. */
export const membership = Type.Object({ id: uuid(), name: Type.String(), role: stringEnum(ROLES) });
export type OrganizationMembership = Static<typeof membership>;

const signedIn = { user, organization: membership } satisfies TProperties;

export const SignedInSchema = Type.Object(signedIn);
export type SignedIn = Static<typeof SignedInSchema>;

/** The cookies are not looked up: they may have ended. */
export const SessionPresenceSchema = Type.Object({
  present: Type.Boolean({ description: 'The browser sent a cookie of a session. It may have ended.' }),
  demo: Type.Boolean({ description: 'There is a demo to enter: POST /auth/demo.' }),
  signUp: Type.Boolean({ description: 'Anyone may make an account: POST /auth/signup.' }),
  mail: Type.Boolean({ description: 'A mail server is set: links and notices reach people.' }),
});
export type SessionPresence = Static<typeof SessionPresenceSchema>;
