// SPDX-License-Identifier: Apache-2.0
/** A review that waits, and whether as many people approved it as were asked for. */
import type { AuditEntry } from '../audit-chain/index.ts';
import type { JsonObject, JsonValue } from '../canonical-json/index.ts';

export interface Review {
  /** The digest of the act that waits; null in entries of older builds. */
  readonly digest: string | null;
  /** Those of the statements that were signed for it. */
  readonly nonces: Set<string>;
  /** How many people approve it; null until an entry says so. */
  needed: number | null;
  /** Each of them signs. */
  readonly isSigned: boolean;
  /** Approvals before the last one, by the number of their entry. */
  readonly added: Map<number, { accountId: string; isSigned: boolean }>;
}

/** @param metadata those of the decision */
export function openReview(metadata: JsonObject): Review {
  const { count = null, signed = false } = objectOf(metadata.approvals) ?? {};
  const asked = { needed: countOf(count), isSigned: signed === true };
  return { digest: digestIn(metadata), nonces: new Set(), ...asked, added: new Map() };
}

export const digestIn = ({ actionDigest }: JsonObject): string | null =>
  typeof actionDigest === 'string' ? actionDigest : null;

/** Older builds tell how many are needed in the first approval alone. */
export function addApproval(review: Review | undefined, { seq, actor, metadata }: AuditEntry, isSigned: boolean): void {
  if (review === undefined || review.digest !== digestIn(metadata)) return;
  review.needed ??= countOf(metadata.needed ?? null);
  review.added.set(seq, { accountId: actor.id, isSigned });
}

/** @param entry the last approval @returns a sentence; null when there are enough */
export function quorumFault(review: Review | undefined, entry: AuditEntry, isSigned: boolean): string | null {
  const { earlier = [] } = entry.metadata;
  if (!Array.isArray(earlier)) return 'The approvals before it have another form.';
  const people = new Set([entry.actor.id]);
  for (const value of earlier) {
    const { seq = null, accountId = null } = objectOf(value) ?? {};
    const added = typeof seq === 'number' ? review?.added.get(seq) : undefined;
    if (added === undefined || added.accountId !== accountId) return 'An approval before it is not one of this review.';
    if (review?.isSigned === true && !added.isSigned) return 'An approval before it is not signed.';
    people.add(accountId);
  }
  if (people.size <= earlier.length) return 'One person approved twice.';
  if (review === undefined) return null;
  const { needed } = review;
  if (needed !== null && people.size < needed) return `It was approved by ${people.size} of ${needed} people.`;
  return review.isSigned && !isSigned ? 'The approval is not signed.' : null;
}

function objectOf(value: JsonValue | undefined): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

const countOf = (value: JsonValue): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 ? value : null;
