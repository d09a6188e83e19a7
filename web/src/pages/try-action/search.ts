// SPDX-License-Identifier: Apache-2.0
/** The action that is tried stands in the address, so that one person can send it to another. */
import { listSearchOf } from '../../list/address.ts';

export interface TrySearch {
  agent?: string;
  action?: string;
  resource?: string;
  destination?: string;
  records?: string;
  sensitive?: string;
  /** Types of data found, between commas. */
  types?: string;
  /** The moment, RFC 3339. */
  at?: string;
  /** `yes` or `no`. */
  anomaly?: string;
}

export const trySearchOf = listSearchOf as unknown as (search: Record<string, unknown>) => TrySearch;
