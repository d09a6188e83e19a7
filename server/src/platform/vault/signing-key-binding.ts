// SPDX-License-Identifier: Apache-2.0
/** The places of the deployment's own keys, which belong to no organization. */
import type { Binding } from './vault.ts';

/** The key that signs checkpoints of the audit is sealed for this column. */
export const SIGNING_KEY_BINDING: Binding = {
  organizationId: null,
  table: 'audit_signing_keys',
  column: 'private_key',
  rowId: 'only',
};

/** A key that signs for the authorization server. */
export function oauthKeyBinding(keyId: string): Binding {
  return { organizationId: null, table: 'oauth_signing_keys', column: 'private_key', rowId: keyId };
}
