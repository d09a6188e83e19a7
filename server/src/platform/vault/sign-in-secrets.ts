// SPDX-License-Identifier: Apache-2.0

import type { Vault } from './vault.ts';

const PURPOSE = 'database-sign-in';

/** Name and password of the service's role at the database follow from them: the same under the same first key. */
export function signInSecrets(vault: Vault): (text: string) => Buffer {
  return (text) => vault.keyedHash(PURPOSE, text).mac;
}
