// SPDX-License-Identifier: Apache-2.0
/**
 * Owns which users of a chat are which member, and the one-time links by which members say so. Both end with the
 * secrets of the chat. It refuses to know messages and presses, and the rights of a member.
 */
export { endLinksOfChats, endLinksOfPerson } from './end-links.ts';
export {
  accountOf,
  confirmLink,
  deleteLink,
  digestOfSecrets,
  listLinks,
  readLink,
  requestLink,
} from './links.ts';
export { namesOfChats } from './names.ts';
