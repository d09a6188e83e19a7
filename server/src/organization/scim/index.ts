// SPDX-License-Identifier: Apache-2.0
/**
 * Owns provisioning by the directory of an organization (SCIM): its tokens, the people whom it names, and its groups.
 * Who is active there is a member here. Refuses to know requests, and how SCIM is written.
 */
export { addressOf, type ScimCaller, type ScimDeps, UNAUTHORIZED } from './deps.ts';
export { applyFileTokens, type FileToken, tokensForFile } from './file-tokens.ts';
export {
  createScimGroup,
  deleteScimGroup,
  listScimGroups,
  patchScimGroup,
  readScimGroup,
  replaceScimGroup,
} from './groups.ts';
export { createScimToken, findToken, noteTokenUse, readScim, revokeScimToken } from './tokens.ts';
export { createUser, deleteUser, listUsers, patchUser, readUser, replaceUser } from './users.ts';
