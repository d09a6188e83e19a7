// SPDX-License-Identifier: Apache-2.0
/**
 * Owns links that work once, for a time, and for one purpose: of mails and of the first owner. It refuses to know what
 * a link does.
 */
export { digestOfToken, newLinkSecret } from './link-secrets.ts';
export {
  endLinks,
  makeFirstOwnerLink,
  makeLink,
  readLink,
  useFirstOwnerLink,
  useLink,
} from './links.ts';
