// SPDX-License-Identifier: Apache-2.0
/** Follows each act along a chain: its decision, its review, and its redemption. */
import type { AuditEntry } from '../audit-chain/index.ts';
import { allowedActs } from './allowed-acts.ts';
import { addApproval, digestIn, openReview, quorumFault, type Review } from './reviews.ts';
import { checkSignatures, type SignatureCounts } from './signatures.ts';

export type ActFaultCode =
  /** The signature of an approval does not hold. */
  | 'wrong_signature'
  /** Fewer people than were asked for approved, one of them twice, or without a signature. */
  | 'wrong_quorum'
  /** The act was not allowed, was another one, or was redeemed before. */
  | 'wrong_redemption';

export interface ActFault {
  readonly code: ActFaultCode;
  /** An English sentence. */
  readonly message: string;
}

export interface ActCounts {
  readonly signatures: SignatureCounts;
  /** Reviews that several people approved, as many as were asked for. */
  readonly quorums: number;
  /** Allowed acts that were redeemed, each once. */
  readonly redemptions: number;
}

export interface ActCheck {
  /** @param entry the next of the chain */
  read(entry: AuditEntry): ActFault | null;
  counts(): ActCounts;
}

export interface ActCheckOptions {
  /** The origin of the pages on which approvals were signed; null takes any that agrees with its relying party. */
  readonly origin: string | null;
  /** So many allowed acts are kept, and beyond these the ones of the last 31 days. */
  readonly kept?: number;
}

/** It keeps the keys in use, reviews that wait, and allowed acts that may still be redeemed. */
export function checkActs({ origin, kept }: ActCheckOptions): ActCheck {
  const signatures = checkSignatures(origin);
  const waiting = new Map<string, Review>();
  const allowed = allowedActs(kept);
  let [quorums, redemptions] = [0, 0];

  const readDecision = (entry: AuditEntry): void => {
    const { subject, metadata } = entry;
    waiting.delete(subject.id);
    if (metadata.decision === 'REVIEW') waiting.set(subject.id, openReview(metadata));
    if (metadata.decision === 'ALLOW' && metadata.redeemed !== true) allowed.add(entry);
  };
  const readApproval = (entry: AuditEntry): ActFault | null => {
    const review = waiting.get(entry.subject.id);
    const isSigned = entry.metadata.signature !== undefined;
    const wrong = isSigned ? signatures.check(entry, review) : null;
    if (entry.kind === 'review.approval_added') {
      addApproval(review, entry, isSigned);
      return wrong === null ? null : { code: 'wrong_signature', message: wrong };
    }
    waiting.delete(entry.subject.id);
    if (review?.digest === digestIn(entry.metadata)) allowed.add(entry);
    if (wrong !== null) return { code: 'wrong_signature', message: wrong };
    const missing = quorumFault(review, entry, isSigned);
    if (missing !== null) return { code: 'wrong_quorum', message: missing };
    if (entry.metadata.earlier !== undefined) quorums += 1;
    return null;
  };
  const readRedemption = (entry: AuditEntry): ActFault | null => {
    if (!allowed.spend(entry)) {
      return { code: 'wrong_redemption', message: 'No act of this digest was allowed, or it was redeemed before.' };
    }
    redemptions += 1;
    return null;
  };
  return {
    read(entry) {
      switch (entry.kind) {
        case 'decision.recorded':
          readDecision(entry);
          return null;
        case 'redemption.made':
          return readRedemption(entry);
        case 'review.approval_added':
        case 'review.approved':
          return readApproval(entry);
        case 'review.denied':
        case 'review.expired':
          waiting.delete(entry.subject.id);
          return null;
        default:
          signatures.readKey(entry);
          return null;
      }
    },
    counts: () => ({ signatures: signatures.counts(), quorums, redemptions }),
  };
}
