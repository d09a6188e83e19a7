// SPDX-License-Identifier: Apache-2.0
/** A person's own account: profile, address, password, second factor, sessions and history. */
import { type Static, Type } from 'typebox';
import { ACCOUNT_NEEDS, ACTIVITY_KINDS, LANGUAGES, NOTIFICATIONS } from '../enums.ts';
import {
  EMAIL_CHARACTERS_MAX,
  LINK_TOKEN_CHARACTERS,
  MFA_CODE_CHARACTERS_MAX,
  NAME_CHARACTERS_MAX,
  PASSWORD_CHARACTERS_MAX,
} from '../limits.ts';
import { dateTime, nullable, nullableEnum, strictObject, stringEnum, uuid } from '../schema.ts';
import { listOf } from './lists.ts';
import { membership, secondFactor, user } from './sessions.ts';

const password = () => Type.String({ maxLength: PASSWORD_CHARACTERS_MAX });
const token = () => Type.String({ maxLength: LINK_TOKEN_CHARACTERS });
const email = () => Type.String({ minLength: 3, maxLength: EMAIL_CHARACTERS_MAX });

const switches = <Switch>(make: () => Switch) =>
  Object.fromEntries(NOTIFICATIONS.map((name) => [name, make()])) as Record<(typeof NOTIFICATIONS)[number], Switch>;

export const MeSchema = Type.Object({
  user,
  organization: membership,
  memberships: Type.Array(
    Type.Object({
      ...membership.properties,
      needsDirectory: Type.Boolean({
        description: 'This session may not enter it: its people sign in by their directory.',
      }),
    }),
    { description: 'Every organization of the person, the current one too.' },
  ),
  directory: Type.Boolean({ description: 'The session came by the directory of the current organization.' }),
  demo: Type.Boolean({ description: 'Whether the current organization is the demo, which is read-only.' }),
  verified: Type.Boolean({ description: 'The person has proved that the e-mail address is theirs.' }),
  pendingEmail: nullable(Type.String({ description: 'An address that counts once its link was opened.' })),
  language: nullableEnum(LANGUAGES),
  notifications: Type.Object(switches(() => Type.Boolean())),
  mfa: Type.Object({ totp: Type.Boolean(), passkeys: Type.Integer(), recoveryCodes: Type.Integer() }),
  needs: Type.Array(stringEnum(ACCOUNT_NEEDS), { description: 'Steps that the person has not completed yet.' }),
  mail: Type.Boolean({ description: 'A mail server is set: invitations, links and notices reach people.' }),
  newsFrom: Type.String({
    description: 'The position in the change stream of the current organization: the `Last-Event-ID` to continue from.',
  }),
});
export type Me = Static<typeof MeSchema>;

export const MeChangeSchema = strictObject({
  name: Type.Optional(Type.String({ minLength: 1, maxLength: NAME_CHARACTERS_MAX })),
  language: Type.Optional(stringEnum(LANGUAGES)),
  notifications: Type.Optional(strictObject(switches(() => Type.Optional(Type.Boolean())))),
});
export type MeChange = Static<typeof MeChangeSchema>;

export const TokenSchema = strictObject({ token: token() });
export type TokenRequest = Static<typeof TokenSchema>;

/** The session, or the password of the account, shows its maker. A new one ends what the maker had set up. */
export const EmailVerificationSchema = strictObject({
  token: token(),
  password: Type.Optional(password()),
  newPassword: Type.Optional(password()),
});
export type EmailVerification = Static<typeof EmailVerificationSchema>;

export const EmailChangeSchema = strictObject({ email: email(), password: password() });
export type EmailChange = Static<typeof EmailChangeSchema>;

export const PasswordForgottenSchema = strictObject({ email: email() });
export type PasswordForgotten = Static<typeof PasswordForgottenSchema>;

export const PasswordResetSchema = strictObject({ token: token(), password: password() });
export type PasswordReset = Static<typeof PasswordResetSchema>;

export const PasswordChangeSchema = strictObject({ currentPassword: password(), newPassword: password() });
export type PasswordChange = Static<typeof PasswordChangeSchema>;

/** A passkey alone is enough; a password goes with a second factor where the account has one. */
export const ReauthenticationSchema = strictObject({ password: Type.Optional(password()), ...secondFactor });
export type Reauthentication = Static<typeof ReauthenticationSchema>;

/** The names of a client come from closed lists; null for one that is not in them. */
const client = {
  browser: nullable(Type.String()),
  system: nullable(Type.String()),
  network: nullable(Type.String({ description: 'The address, coarsely: IPv4 by its /24, IPv6 by its /48.' })),
};

export const SessionListSchema = listOf(
  Type.Object({ id: uuid(), ...client, createdAt: dateTime(), lastUsedAt: dateTime(), current: Type.Boolean() }),
);
export type SessionList = Static<typeof SessionListSchema>;

export const ActivityListSchema = listOf(
  Type.Object({
    id: uuid(),
    kind: stringEnum(ACTIVITY_KINDS),
    at: dateTime(),
    ...client,
    details: Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' } }),
  }),
);
export type ActivityList = Static<typeof ActivityListSchema>;

export const MfaSetupSchema = Type.Object({
  secret: Type.String({ description: 'Base32, for typing.' }),
  otpauthUrl: Type.String({ description: 'For a QR code.' }),
});
export type MfaSetup = Static<typeof MfaSetupSchema>;

const code = () => Type.String({ maxLength: MFA_CODE_CHARACTERS_MAX });

export const MfaEnablingSchema = strictObject({ code: code() });
export type MfaEnabling = Static<typeof MfaEnablingSchema>;

/** The code may be left out by one whose second factor is a passkey. */
export const MfaConfirmationSchema = strictObject({ password: password(), code: Type.Optional(code()) });
export type MfaConfirmation = Static<typeof MfaConfirmationSchema>;

export const RecoveryCodesSchema = Type.Object({
  recoveryCodes: Type.Array(Type.String(), { description: 'Each once; shown now or never.' }),
});
export type RecoveryCodes = Static<typeof RecoveryCodesSchema>;
