// SPDX-License-Identifier: Apache-2.0
/** The operations of second factors and passkeys. */
import { MfaConfirmationSchema, MfaEnablingSchema, MfaSetupSchema, RecoveryCodesSchema } from './account.ts';
import { PageQuerySchema } from './lists.ts';
import { type AppOperation, EVERY_MEMBER } from './operation.ts';
import {
  PasskeyCreatedSchema,
  PasskeyCreationSchema,
  PasskeyListSchema,
  PasskeyOptionsSchema,
  PasskeySignInOptionsSchema,
  PasskeySignInSchema,
} from './passkeys.ts';
import { SignedInSchema } from './sessions.ts';

export const FACTOR_OPERATIONS = {
  passkeySignInOptions: {
    method: 'POST',
    path: '/auth/passkey/options',
    who: 'anybody',
    query: null,
    body: null,
    success: { status: 200, body: PasskeySignInOptionsSchema },
  },
  signInByPasskey: {
    method: 'POST',
    path: '/auth/passkey',
    who: 'anybody',
    query: null,
    body: PasskeySignInSchema,
    success: { status: 200, body: SignedInSchema },
  },
  setUpMfa: {
    method: 'POST',
    path: '/me/mfa/setup',
    who: EVERY_MEMBER,
    beforeMfa: true,
    recentSignIn: true,
    query: null,
    body: null,
    success: { status: 200, body: MfaSetupSchema },
  },
  enableMfa: {
    method: 'POST',
    path: '/me/mfa/enable',
    who: EVERY_MEMBER,
    beforeMfa: true,
    query: null,
    body: MfaEnablingSchema,
    success: { status: 200, body: RecoveryCodesSchema },
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/me/mfa/recovery-codes',
    who: EVERY_MEMBER,
    recentSignIn: true,
    query: null,
    body: MfaConfirmationSchema,
    success: { status: 200, body: RecoveryCodesSchema },
  },
  disableMfa: {
    method: 'POST',
    path: '/me/mfa/disable',
    who: EVERY_MEMBER,
    recentSignIn: true,
    query: null,
    body: MfaConfirmationSchema,
    success: { status: 204, body: null },
  },
  listPasskeys: {
    method: 'GET',
    path: '/me/passkeys',
    who: EVERY_MEMBER,
    beforeMfa: true,
    ofAccount: true,
    query: PageQuerySchema,
    body: null,
    success: { status: 200, body: PasskeyListSchema },
  },
  passkeyOptions: {
    method: 'POST',
    path: '/me/passkeys/options',
    who: EVERY_MEMBER,
    beforeMfa: true,
    recentSignIn: true,
    query: null,
    body: null,
    success: { status: 200, body: PasskeyOptionsSchema },
  },
  addPasskey: {
    method: 'POST',
    path: '/me/passkeys',
    who: EVERY_MEMBER,
    beforeMfa: true,
    recentSignIn: true,
    query: null,
    body: PasskeyCreationSchema,
    success: { status: 201, body: PasskeyCreatedSchema },
  },
  removePasskey: {
    method: 'DELETE',
    path: '/me/passkeys/{id}',
    who: EVERY_MEMBER,
    recentSignIn: true,
    query: null,
    body: null,
    success: { status: 204, body: null },
  },
} as const satisfies Record<string, AppOperation>;
