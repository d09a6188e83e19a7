// SPDX-License-Identifier: Apache-2.0
/** Bounds of notices, and what their steps need. */
import type pg from 'pg';
import type { Outages } from '../../platform/logging/index.ts';
import { lapseMs } from '../../storage/outbox/index.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** One mail in this time for one person, over all organizations. */
export const DIGEST_EVERY_MS = 5 * MINUTE_MS;
/** Quiet hours are looked at so often: a change of them holds soon. */
export const QUIET_AGAIN_MS = MINUTE_MS;
/** People of one organization who are told. */
export const RECIPIENTS_MAX = 500;
/** Causes of one claim of an organization, and about how many claims a run makes. */
export const CAUSES_PER_CLAIM_MAX = 200;
export const CLAIMS_PER_RUN_MAX = 1_000;
/** Digests that one run makes. */
export const DIGESTS_PER_RUN_MAX = 500;
/** A claim covers the transactions of its organizations. */
export const LAPSE_MS = lapseMs({ attemptMs: 20 * SECOND_MS, marginMs: 10 * SECOND_MS });

export interface NoticesOptions {
  pool: pg.Pool;
  /** Failed work is tried again each second. */
  outages: Outages;
}
