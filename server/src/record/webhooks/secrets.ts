// SPDX-License-Identifier: Apache-2.0
/**
 * The sealed secrets of an endpoint. The provisioned one signs until the first rotation, then the rotated one. A next
 * secret waits until it becomes due.
 */
import { type Binding, openTextOrNull, type Vault } from '../../platform/vault/index.ts';

export type SecretColumn = 'secret' | 'rotated_secret' | 'next_secret';

export function secretBinding(organizationId: string, endpointId: string, column: SecretColumn): Binding {
  return { organizationId, table: 'webhook_endpoints', column, rowId: endpointId };
}

/** Columns of `svc.webhook_endpoints AS e` with the secret that signs now. @param now the parameter of the moment */
export const signingSecret = (now: string): string => `
  CASE
    WHEN e.next_secret_at <= ${now}::timestamptz THEN 'next_secret'
    WHEN e.rotated_secret IS NOT NULL THEN 'rotated_secret'
    ELSE 'secret'
  END AS secret_column,
  CASE WHEN e.next_secret_at <= ${now}::timestamptz THEN e.next_secret ELSE coalesce(e.rotated_secret, e.secret) END
    AS sealed_secret`;

export interface SealedSecret {
  organizationId: string;
  endpointId: string;
  column: SecretColumn;
  sealed: string;
}

/** Null when the key that sealed it is not configured, or the row was tampered with. */
export function openSecret(vault: Vault, { organizationId, endpointId, column, sealed }: SealedSecret): string | null {
  return openTextOrNull(vault, sealed, secretBinding(organizationId, endpointId, column));
}
