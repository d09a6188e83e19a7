// SPDX-License-Identifier: Apache-2.0
/**
 * Owns addresses as texts: URLs, IP addresses and ranges, and e-mail addresses that mail can be sent to.
 * Refuses to know who may be reached, and from where a request came.
 */
export { changedDatabaseUrl, databaseUrls } from './database-url.ts';
export {
  type AddressList,
  addressList,
  isAddress,
  limitedAddress,
  networkOf,
  normalAddress,
  siteOf,
} from './ip-addresses.ts';
export { isMailAddress } from './mail-address.ts';
export { parseUrl } from './parse-url.ts';
export { rangeFault } from './range-text.ts';
