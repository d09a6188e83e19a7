// SPDX-License-Identifier: Apache-2.0
/** Opens a secret that may no longer be readable. */
import { VaultError } from './errors.ts';
import type { Binding, Vault } from './vault.ts';

/** Null when the key that sealed it is not configured, or the row was tampered with. */
export function openTextOrNull(vault: Vault, sealed: string, binding: Binding): string | null {
  try {
    return vault.openText(sealed, binding);
  } catch (error) {
    if (error instanceof VaultError) return null;
    throw error;
  }
}
