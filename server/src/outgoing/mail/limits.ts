// SPDX-License-Identifier: Apache-2.0
/** Bounds of mail. */
import { attemptsMax, type BackOff, lapseMs } from '../../storage/outbox/index.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Nine attempts in 65 hours. */
export const BACK_OFF: BackOff = {
  delaysMs: [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS, 12 * HOUR_MS, 24 * HOUR_MS, 24 * HOUR_MS],
  afterLast: 'give up',
};
export const ATTEMPTS_MAX = attemptsMax(BACK_OFF);

/** Recipients of one mail. */
export const RECIPIENTS_MAX = 100;

export const CONNECT_TIMEOUT_MS = 10 * SECOND_MS;
export const GREETING_TIMEOUT_MS = 10 * SECOND_MS;
/** The longest silence of the mail server. */
export const SILENCE_TIMEOUT_MS = 20 * SECOND_MS;
/** The whole time of a mail to one person, however slow the mail server is. */
export const SEND_TIMEOUT_MS = 45 * SECOND_MS;
/** A claim covers a mail to one person, and the note of its result, which renews the claim. */
export const LAPSE_MS = lapseMs({ attemptMs: SEND_TIMEOUT_MS, marginMs: 45 * SECOND_MS });
/** At a stop, mails under way get this long; then they are released for others. */
export const FINISH_WITHIN_MS = 6 * SECOND_MS;

/** The length of any other person's name or description in a mail. */
export const FACT_CHARACTERS_MAX = 120;

/** Mail files kept in the data folder; the oldest are deleted first. */
export const FILES_MAX = 1_000;
/** The age at which an unfinished file of a dead process is deleted. */
export const UNFINISHED_FILE_MS = HOUR_MS;

/** A row of the outbox stays so long after its mail was sent or given up. */
export const ENDED_MAILS_KEPT_DAYS = 30;
