// SPDX-License-Identifier: Apache-2.0
/** The places of sealed secrets that belong to a person, and to no organization. */
import type { Binding } from './vault.ts';

/** The secret of a one-time link, until its mail is sent. */
export function linkBinding(linkId: string): Binding {
  return { organizationId: null, table: 'account_links', column: 'sealed_secret', rowId: linkId };
}

/** The secret of a person's authenticator app. */
export function totpBinding(accountId: string): Binding {
  return { organizationId: null, table: 'account_totp', column: 'secret', rowId: accountId };
}
