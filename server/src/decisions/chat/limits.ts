// SPDX-License-Identifier: Apache-2.0
/** Bounds of chats and tickets. */
import { type BackOff, lapseMs } from '../../storage/outbox/index.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Fourteen attempts in a day and a half, and none before a `Retry-After` of up to an hour. */
export const BACK_OFF: BackOff = {
  delaysMs: [
    2 * SECOND_MS,
    5 * SECOND_MS,
    15 * SECOND_MS,
    MINUTE_MS,
    5 * MINUTE_MS,
    15 * MINUTE_MS,
    30 * MINUTE_MS,
    HOUR_MS,
    2 * HOUR_MS,
    4 * HOUR_MS,
    8 * HOUR_MS,
    8 * HOUR_MS,
    12 * HOUR_MS,
  ],
  afterLast: 'give up',
  notBeforeMsMax: HOUR_MS,
};
/** New messages and tickets of one integration: more are read by no one. */
export const MESSAGES_PER_HOUR_MAX = 100;
export const HOUR_SECONDS = 3_600;
/** A message past the bound looks for room this often at most. */
export const WAIT_AGAIN_MS = 10 * MINUTE_MS;
export const CALL_TIMEOUT_MS = 8 * SECOND_MS;
/** A message may take so many calls: a token, the look for a lost one, the message, and what ends it. */
const CALLS_PER_ATTEMPT = 5;
export const LAPSE_MS = lapseMs({ attemptMs: CALLS_PER_ATTEMPT * CALL_TIMEOUT_MS, marginMs: 8 * SECOND_MS });
export const ANSWER_BYTES_MAX = 1_000_000;
/** Messages that are looked through for one whose answer was lost. */
export const MESSAGES_LOOKED_AT = 200;
/** The difference between the clock of a chat and ours. */
export const SIGNATURE_AGE_SECONDS_MAX = 300;
/** Follow-up calls of presses under way in one process. */
export const FOLLOW_UPS_MAX = 64;
/** Access tokens of bots that one process keeps. */
export const BOT_TOKENS_MAX = 1_000;
/** A token is not used in its last minutes. */
export const BOT_TOKEN_MARGIN_MS = 5 * MINUTE_MS;
export const BOT_TOKEN_LIFE_MS_MAX = 24 * HOUR_MS;
/** Bearer tokens of activities: Microsoft's have about 1,500 characters. */
export const ACTIVITY_TOKEN_CHARACTERS_MAX = 8_192;
/** The difference that Microsoft's documentation names. */
export const ACTIVITY_SKEW_SECONDS = 300;
/** Microsoft's tokens live an hour. One of a longer life would have to be remembered for as long. */
export const ACTIVITY_TOKEN_SECONDS_MAX = 24 * 3_600;
/** The keys are read so often, and for a key that is not among them. */
export const KEYS_KEPT_MS = 24 * HOUR_MS;
export const KEYS_READ_EVERY_MS = 5 * MINUTE_MS;
/** Issues and comments that are looked through for one whose answer was lost. */
export const ISSUES_LOOKED_AT = 50;
