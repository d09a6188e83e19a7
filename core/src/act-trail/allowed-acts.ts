// SPDX-License-Identifier: Apache-2.0
/** Acts that were allowed and not yet redeemed. */
import { createHash } from 'node:crypto';
import type { AuditEntry } from '../audit-chain/index.ts';
import { MOMENT } from './moment.ts';
import { digestIn } from './reviews.ts';

export interface AllowedActs {
  /** @param entry the decision, or the last approval */
  add(entry: AuditEntry): void;
  /** @returns false when there is no such act: it was not allowed, or spent before */
  spend(entry: AuditEntry): boolean;
}

/** About 100 MB. */
const KEPT = 1_000_000;
/** Approvals hold for 30 days at most; clocks of processes differ by less than a day. */
const REDEEMABLE_MS = 31 * 86_400_000;

export function allowedActs(kept = KEPT): AllowedActs {
  /** The moments at which they were allowed, oldest entry first. */
  const acts = new Map<string, string>();

  const forget = (at: string): void => {
    for (const [act, allowedAt] of acts) {
      if (acts.size <= kept || Date.parse(at) - Date.parse(allowedAt) <= REDEEMABLE_MS) return;
      acts.delete(act);
    }
  };
  return {
    add(entry) {
      const act = actOf(entry);
      if (act === null || !MOMENT.test(entry.at)) return;
      acts.set(act, entry.at);
      if (acts.size > kept) forget(entry.at);
    },
    spend(entry) {
      const act = actOf(entry);
      return act !== null && acts.delete(act);
    },
  };
}

/** The event and the digest in 32 characters of one byte each; null for a decision of an older build. */
function actOf({ subject, metadata }: AuditEntry): string | null {
  const digest = digestIn(metadata);
  return digest === null ? null : createHash('sha256').update(`${subject.id}\n${digest}`).digest('binary');
}
