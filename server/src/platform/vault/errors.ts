// SPDX-License-Identifier: Apache-2.0
/**
 * The reason why a secret stays closed. `unknown_key`: the key it was sealed under is not configured. `malformed`: not
 * a sealed value. `refused`: changed, or sealed for another place. `bad_key`: a key itself is unusable. The message
 * carries neither plaintext nor key, and never the crypto library's error.
 */
export class VaultError extends Error {
  override readonly name = 'VaultError';
  readonly reason: 'unknown_key' | 'malformed' | 'refused' | 'bad_key';

  constructor(reason: VaultError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}
