// SPDX-License-Identifier: Apache-2.0
/** Bounds of outgoing calls. An instance of the client may have tighter ones. */

export const CONNECT_TIMEOUT_MS = 10_000;
/** One of several addresses gets this long before the next is tried; the last gets the remaining time to connect. */
export const ADDRESS_TIMEOUT_MS = 3_000;
export const ADDRESSES_TRIED_MAX = 4;
export const RESOLVED_ADDRESSES_MAX = 64;
/** Each system look-up blocks one of the process's four threads: the others stay free for passwords and files. */
export const LOOKUPS_AT_ONCE_MAX = 2;
export const LOOKUPS_WAITING_MAX = 256;
/** A silent name server is asked this often, for this long each time, the second time twice as long. */
export const NAME_SERVER_ATTEMPTS_MAX = 2;
export const NAME_SERVER_TIMEOUT_MS = 1_500;
/** The extra wait for IPv6 once the IPv4 addresses are known. */
export const IPV6_ANSWER_LATER_MS = 300;
export const IDLE_CONNECTION_MS = 4_000;
export const RESPONSE_HEADER_BYTES_MAX = 32_768;
/** Room for a path of 1,000 characters, each of which may take twelve when encoded, and a credential beside it. */
export const ADDRESS_CHARACTERS_MAX = 32_768;
export const HOST_CHARACTERS_MAX = 253;
/** Texts of one name that are read: a domain has some for each service that it uses. */
export const TEXT_RECORDS_MAX = 200;
