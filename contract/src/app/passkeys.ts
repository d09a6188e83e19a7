// SPDX-License-Identifier: Apache-2.0
/** Passkeys: the messages of WebAuthn in its JSON form, as browsers read and write it. */
import { type Static, type TProperties, Type } from 'typebox';
import { NAME_CHARACTERS_MAX, PASSKEY_RESPONSE_FIELD_CHARACTERS_MAX } from '../limits.ts';
import { dateTime, nullable, strictObject, uuid } from '../schema.ts';
import { firstOrganization } from './first-organization.ts';
import { listOf } from './lists.ts';

const encoded = () => Type.String({ maxLength: PASSKEY_RESPONSE_FIELD_CHARACTERS_MAX });
const credential = {
  id: encoded(),
  rawId: encoded(),
  type: Type.String({ maxLength: NAME_CHARACTERS_MAX }),
  authenticatorAttachment: Type.Optional(nullable(Type.String({ maxLength: NAME_CHARACTERS_MAX }))),
  clientExtensionResults: Type.Optional(Type.Object({})),
} satisfies TProperties;

/** The answer of an authenticator to a sign-in (`AuthenticationResponseJSON`). Fields that browsers add are ignored. */
export const authenticatorAnswer = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: encoded(),
    authenticatorData: encoded(),
    signature: encoded(),
    userHandle: Type.Optional(nullable(encoded())),
  }),
});
export type AuthenticatorAnswer = Static<typeof authenticatorAnswer>;

export const PasskeySignInSchema = strictObject({ response: authenticatorAnswer, ...firstOrganization });
export type PasskeySignIn = Static<typeof PasskeySignInSchema>;

const credentialId = Type.Object({
  id: Type.String(),
  type: Type.String(),
  transports: Type.Optional(Type.Array(Type.String())),
});

/** Options of `navigator.credentials.get`, in JSON. */
export const PasskeySignInOptionsSchema = Type.Object({
  challenge: Type.String(),
  timeout: Type.Integer(),
  rpId: Type.String(),
  userVerification: Type.String(),
});
export type PasskeySignInOptions = Static<typeof PasskeySignInOptionsSchema>;

/** The same for the passkeys that may sign. */
export const PasskeySigningOptionsSchema = Type.Object({
  ...PasskeySignInOptionsSchema.properties,
  allowCredentials: Type.Array(credentialId),
});
export type PasskeySigningOptions = Static<typeof PasskeySigningOptionsSchema>;

/** Options of `navigator.credentials.create`, in JSON. */
export const PasskeyOptionsSchema = Type.Object({
  challenge: Type.String(),
  rp: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  pubKeyCredParams: Type.Array(Type.Object({ alg: Type.Integer(), type: Type.String() })),
  timeout: Type.Integer(),
  attestation: Type.String(),
  excludeCredentials: Type.Array(credentialId),
  authenticatorSelection: Type.Object({
    residentKey: Type.String(),
    requireResidentKey: Type.Boolean(),
    userVerification: Type.String(),
  }),
});
export type PasskeyOptions = Static<typeof PasskeyOptionsSchema>;

/** The answer of an authenticator to a registration (`RegistrationResponseJSON`). */
export const PasskeyCreationSchema = strictObject({
  name: Type.String({ minLength: 1, maxLength: NAME_CHARACTERS_MAX }),
  response: Type.Object({
    ...credential,
    response: Type.Object({
      clientDataJSON: encoded(),
      attestationObject: encoded(),
      authenticatorData: Type.Optional(encoded()),
      publicKey: Type.Optional(encoded()),
      publicKeyAlgorithm: Type.Optional(Type.Integer()),
      transports: Type.Optional(Type.Array(Type.String({ maxLength: NAME_CHARACTERS_MAX }), { maxItems: 10 })),
    }),
  }),
});
export type PasskeyCreation = Static<typeof PasskeyCreationSchema>;

const passkey = {
  id: uuid(),
  name: Type.String(),
  createdAt: dateTime(),
  lastUsedAt: nullable(dateTime()),
} satisfies TProperties;

export const PasskeyListSchema = listOf(Type.Object(passkey));
export type PasskeyList = Static<typeof PasskeyListSchema>;

export const PasskeyCreatedSchema = Type.Object({
  ...passkey,
  recoveryCodes: nullable(
    Type.Array(Type.String(), { description: 'For the first factor of an account; shown now or never.' }),
  ),
});
export type PasskeyCreated = Static<typeof PasskeyCreatedSchema>;
