/** Bounds of outgoing calls. An instance of the client may be given tighter ones. */

export const CALLS_MAX = 512;
/** Of one organization: a quarter of all, and half of those to a host, so that none keeps the others from calling. */
export const CALLS_PER_OWNER_MAX = 128;
export const CALLS_PER_HOST_MAX = 256;
/** Origins whose idle connections are kept. */
export const ORIGINS_MAX = 256;
export const CONNECT_TIMEOUT_MS = 10_000;
/** One address of several gets so long before the next is tried; the last has what is left of the time to connect. */
export const ADDRESS_TIMEOUT_MS = 3_000;
export const ADDRESSES_TRIED_MAX = 4;
export const RESOLVED_ADDRESSES_MAX = 64;
/** The system's look-ups block a thread of the process's four: the others stay free for passwords and files. */
export const LOOKUPS_AT_ONCE_MAX = 2;
export const LOOKUPS_WAITING_MAX = 256;
/** A name server that says nothing is asked so often, and for so long each time, the second time twice as long. */
export const NAME_SERVER_ATTEMPTS_MAX = 2;
export const NAME_SERVER_TIMEOUT_MS = 1_500;
/** Once the addresses of IPv4 are known. */
export const IPV6_ANSWER_LATER_MS = 300;
export const IDLE_CONNECTION_MS = 4_000;
export const RESPONSE_HEADER_BYTES_MAX = 32_768;
/** Room for a path of 1,000 characters, each of which may be written with twelve, and a credential beside it. */
export const ADDRESS_CHARACTERS_MAX = 32_768;
export const HOST_CHARACTERS_MAX = 253;
