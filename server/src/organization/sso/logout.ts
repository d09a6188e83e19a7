// SPDX-License-Identifier: Apache-2.0
/** Signing out at the directory too, where it has a page for that (OpenID Connect RP-Initiated Logout). */
import { ownAddresses } from './addresses.ts';
import { openConnection, registeredAs, type SsoDeps } from './deps.ts';
import { refusedBy } from './refusal.ts';

/** @param idToken of the session, where the browser has kept it @returns null where the directory has no such page */
export async function logoutAddress(
  deps: SsoDeps,
  organizationId: string,
  idToken: string | null,
): Promise<string | null> {
  const connection = await openConnection(deps, organizationId);
  const registered = connection === null ? null : registeredAs(organizationId, connection);
  if (registered === null) return null;
  try {
    const metadata = await deps.directories.discover(registered);
    if (metadata.end_session_endpoint === undefined) return null;
    const [library, client] = await Promise.all([import('openid-client'), deps.directories.client(registered)]);
    return library.buildEndSessionUrl(client, {
      post_logout_redirect_uri: ownAddresses(deps.baseUrl(), organizationId).afterLogout,
      ...(idToken !== null && { id_token_hint: idToken }),
    }).href;
  } catch (error) {
    // The session here has ended, whatever the directory does.
    refusedBy(deps.log, organizationId, error);
    return null;
  }
}
