/**
 * Owns addresses as texts: IP addresses and ranges, and e-mail addresses that mail can be sent to.
 * Refuses to know who may be reached, and from where a request came.
 */
export { type AddressList, addressList, isAddress, isAddressOrRange } from './ip-addresses.ts';
export { isMailAddress } from './mail-address.ts';
