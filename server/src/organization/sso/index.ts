// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the sign-in by the directory of an organization (OpenID Connect): connection, domains, and the steps of a
 * sign-in. It gives each person an account and a role, and ends their sessions. Refuses to know cookies and requests.
 */
export { BACK_CHANNEL_PATH } from './addresses.ts';
export { type BackChannel, createBackChannel } from './back-channel.ts';
export { beginSignIn, findOrganizations } from './begin.ts';
export { deleteConnection, saveConnection } from './connection.ts';
export { rolesOfConnection } from './connection-rows.ts';
export type { SsoDeps } from './deps.ts';
export { createDirectories } from './directories.ts';
export {
  addDomain,
  listDomains,
  removeAsOperator,
  removeDomain,
  verifyAsOperator,
  verifyDomain,
} from './domains.ts';
export { applyConnection, connectionForFile, type FileConnection } from './file-connection.ts';
export { finishSignIn } from './finish.ts';
export { ID_TOKEN_CHARACTERS_MAX, LOGOUTS_PER_ADDRESS_AND_MINUTE, STARTS_PER_ADDRESS_AND_MINUTE } from './limits.ts';
export { logoutAddress } from './logout.ts';
export { accountForAddress, hasProvenAddress, organizationsToClaim } from './person.ts';
export { readState, tryConnection } from './state.ts';
