/** Bounds of mail. */

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Between an attempt that failed and the next one: nine attempts in 65 hours. */
export const RETRY_DELAYS_MS: readonly number[] = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  4 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
  24 * HOUR_MS,
];
export const ATTEMPTS_MAX = RETRY_DELAYS_MS.length + 1;
/** Share of a delay by which it is longer at random, so that what failed together does not come back together. */
export const RETRY_JITTER_MAX = 0.2;

/** Mails under way in one process, and so connections to the mail server. */
export const MAILS_AT_ONCE_MAX = 4;
/** Of one run, so that no run holds its lock and its connection for long. */
export const BATCHES_PER_RUN_MAX = 100;
/** People who are told of one thing. */
export const RECIPIENTS_MAX = 100;

export const CONNECT_TIMEOUT_MS = 10 * SECOND_MS;
export const GREETING_TIMEOUT_MS = 10 * SECOND_MS;
/** Without a byte from the mail server. */
export const SILENCE_TIMEOUT_MS = 20 * SECOND_MS;
/** Of a mail to one person in all, however slowly the mail server talks. */
export const SEND_TIMEOUT_MS = 45 * SECOND_MS;
/**
 * A claim that nothing is heard of lapses, and any process takes it over: a mail to one person, and time to write down
 * how it went, which begins it anew.
 */
export const CLAIM_LAPSES_MS = 90 * SECOND_MS;
/** At a stop, what is under way gets so long; then it is released for others. */
export const FINISH_WITHIN_MS = 6 * SECOND_MS;

/** Of any name or description that somebody else wrote, in a mail. */
export const FACT_CHARACTERS_MAX = 120;

/** Files of mail that are kept in the data folder; the oldest go first. */
export const FILES_MAX = 1_000;
/** What a process that died left of a file it was writing. */
export const UNFINISHED_FILE_MS = HOUR_MS;
