/** Bounds of the client, each with its unit. Those of the wire are the service's. */

/** One attempt, from the first byte sent to the last one read. */
export const TIMEOUT_MS_DEFAULT = 10_000;
/** The HTTP gateway waits up to 30 s for the upstream by default. */
export const GATEWAY_TIMEOUT_MS_DEFAULT = 40_000;
/** The longest a timer of the platform takes. */
export const TIMEOUT_MS_MAX = 2_147_483_647;

/** Attempts after the first. */
export const RETRIES_DEFAULT = 2;
export const RETRIES_MAX = 10;
/** Before the second attempt; doubled for each one after it. */
export const BACKOFF_MS_DEFAULT = 250;
export const BACKOFF_MS_MAX = 4_000;
/** A longer Retry-After is not waited out: the next attempt comes after this. */
export const RETRY_AFTER_MS_MAX = 30_000;

export const WAIT_MS_DEFAULT = 300_000;
export const POLL_MS_DEFAULT = 1_000;
export const POLL_MS_MAX = 15_000;

/** The largest answer is a list of 5,000 policies of 8 MB together. */
export const ANSWER_BYTES_MAX = 33_554_432;
/** Of what an answer says about itself and an error repeats. */
export const MESSAGE_CHARACTERS_MAX = 500;
export const ERROR_FIELDS_MAX = 100;

export const WEBHOOK_TOLERANCE_SECONDS_DEFAULT = 300;
