// SPDX-License-Identifier: Apache-2.0
/** Bounds of the authorization server. */
import { placesOfOne } from '../../platform/shares/index.ts';

export const CODE_SECONDS = 60;
export const ACCESS_TOKEN_SECONDS = 3_600;
export const REFRESH_TOKEN_SECONDS = 30 * 86_400;
/** A refresh token works once more within this time: for a second window, and for an answer that was lost. */
export const REFRESH_GRACE_SECONDS = 30;
/** A person consents anew after this time, however often the tokens were refreshed. */
export const GRANT_SECONDS = 365 * 86_400;
/** From the request of a client to the person's answer. */
export const REQUEST_SECONDS = 1_800;

/** A registered client that was never connected goes after this time. */
export const UNUSED_CLIENT_SECONDS = 86_400;
/** A connected one goes after its last refresh token, which is counted anew with each. */
export const CLIENT_KEPT_SECONDS = REFRESH_TOKEN_SECONDS + 86_400;
export const REGISTRATIONS_PER_ADDRESS_AND_HOUR = 100;
/** All addresses of a /48 of IPv6, which one customer may have. */
export const REGISTRATIONS_PER_NETWORK_AND_HOUR = 200;
/** Registered clients of which none was connected yet. Past them the oldest gives way. */
export const UNUSED_CLIENTS_MAX = 5_000;
export const CONNECTIONS_PER_PERSON_AND_DAY = 100;
export const CLIENT_NAME_CHARACTERS_MAX = 100;
export const CLIENT_URI_CHARACTERS_MAX = 2_048;
export const REDIRECT_URIS_MAX = 20;

/** Each request to authorize is kept until its end. */
export const REQUESTS_PER_ADDRESS_AND_MINUTE = 300;
export const REQUESTS_PER_NETWORK_AND_MINUTE = 600;
/** A value of a request to authorize, such as `state`. */
export const PARAMETER_CHARACTERS_MAX = 2_048;

/** A metadata document, and a registration. */
export const METADATA_DOCUMENT_BYTES_MAX = 16_384;
export const FORM_BYTES_MAX = 57_344;
export const METADATA_DOCUMENT_TIMEOUT_MS = 2_500;
/** Documents and key sets that a caller may have fetched. */
export const METADATA_DOCUMENTS_PER_ADDRESS_AND_MINUTE = 20;

export const CLIENT_KEYS_BYTES_MAX = 65_536;
/** Key sets of clients are read anew after this time: a key that its client took away counts no longer. */
export const CLIENT_KEYS_KEPT_MS = 60_000;
export const CLIENT_KEYS_MAX = 100;
/** From now to the end of an assertion of a client. */
export const ASSERTION_SECONDS_MAX = 3_600;
export const CLOCK_TOLERANCE_SECONDS = 15;

export const SIGNING_KEY_DAYS = 90;
/** A key is published before it signs, so that every process and client knows it by then. */
export const SIGNING_KEY_PUBLISHED_MINUTES = 15;
/** A key that signs no longer is published as long as what it signed may be checked. */
export const SIGNING_KEYS_KEPT = 3;
export const SIGNING_KEYS_READ_EVERY_MS = 300_000;

/** The last use of a connection is written this often at most. */
export const LAST_USE_EVERY_MS = 60_000;
export const ENDED_GRANTS_KEPT_DAYS = 30;

export const METADATA_EGRESS = { calls: placesOfOne(16), callsToHost: placesOfOne(4) };
