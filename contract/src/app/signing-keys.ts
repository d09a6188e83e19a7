// SPDX-License-Identifier: Apache-2.0
/** Signing keys: passkeys that their people let sign approvals in one organization. */
import { type Static, Type } from 'typebox';
import { dateTime, strictObject, uuid } from '../schema.ts';
import { listOf } from './lists.ts';

export const SigningKeyCreationSchema = strictObject({
  passkeyId: uuid({ description: 'One of the passkeys of the caller.' }),
});
export type SigningKeyCreation = Static<typeof SigningKeyCreationSchema>;

export const SigningKeySchema = Type.Object({
  id: uuid(),
  passkeyId: uuid(),
  name: Type.String({ description: 'That of the passkey.' }),
  keyThumbprint: Type.String({ description: 'SHA-256 of the public key in DER, as audit entries name it.' }),
  createdAt: dateTime(),
});
export type SigningKey = Static<typeof SigningKeySchema>;

export const SigningKeyListSchema = listOf(SigningKeySchema);
export type SigningKeyList = Static<typeof SigningKeyListSchema>;
