// SPDX-License-Identifier: Apache-2.0
/** Checks the signatures of approvals along a chain: what each was for, and by a key that was live there. */
import type { AuditEntry } from '../audit-chain/index.ts';
import type { JsonValue } from '../canonical-json/index.ts';
import { isSignature, keyThumbprint, signatureFault } from './signature.ts';
import { approvalStatement } from './statement.ts';

export interface SignatureCounts {
  /** Approvals with a signature. */
  readonly signed: number;
  readonly verified: number;
  readonly failed: number;
}

export interface SignatureCheck {
  /** @param entry the next of the chain @returns why its signature fails, as a sentence; null when none does */
  read(entry: AuditEntry): string | null;
  counts(): SignatureCounts;
}

/** A review that waits. */
interface Waiting {
  readonly digest: JsonValue;
  /** Statements that were signed for it have them. */
  readonly nonces: Set<string>;
}

/** With the same digits as the moments of entries, so that their texts compare. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const KEY_ADDED = 'member.signing_key_added';
const KEY_REMOVED = 'member.signing_key_removed';
const ENDINGS = new Set(['review.approved', 'review.denied', 'review.expired']);

/** @param origin that of the pages; null takes any that agrees with the relying party of its signature */
export function checkSignatures(origin: string | null): SignatureCheck {
  const keys = new Map<string, Set<string>>();
  const waiting = new Map<string, Waiting>();
  let [verified, failed] = [0, 0];

  const readKey = ({ kind, subject, metadata }: AuditEntry): void => {
    const own = keys.get(subject.id) ?? new Set();
    const { keyThumbprint } = metadata;
    if (typeof keyThumbprint !== 'string') return;
    if (kind === KEY_ADDED) keys.set(subject.id, own.add(keyThumbprint));
    else if (own.delete(keyThumbprint) && own.size === 0) keys.delete(subject.id);
  };
  const faultOf = (entry: AuditEntry): string | null => {
    const { signature, actionDigest, grant = null } = entry.metadata;
    const review = waiting.get(entry.subject.id);
    if (!isSignature(signature)) return 'The signature has another form.';
    if (review === undefined || typeof actionDigest !== 'string' || review.digest !== actionDigest) {
      return 'The digest is not that of the act that waits.';
    }
    const { nonce, expiresAt, publicKey } = signature;
    if (!MOMENT.test(expiresAt) || expiresAt <= entry.at) return 'The statement was over.';
    if (review.nonces.has(nonce)) return 'The statement was signed before.';
    if (keys.get(entry.actor.id)?.has(keyThumbprint(publicKey) ?? '') !== true) {
      return 'The key was not one by which this person signs at that time.';
    }
    const { organizationId, actor, subject } = entry;
    const act = { organizationId, eventId: subject.id, actionDigest, accountId: actor.id };
    const fault = signatureFault(approvalStatement({ ...act, grant, nonce, expiresAt }), signature, origin);
    if (fault === null) review.nonces.add(nonce);
    return fault;
  };
  const readApproval = (entry: AuditEntry): string | null => {
    if (entry.metadata.signature === undefined) return null;
    const fault = faultOf(entry);
    if (fault === null) verified += 1;
    else failed += 1;
    return fault;
  };
  return {
    read(entry) {
      const { kind, subject, metadata } = entry;
      if (kind === KEY_ADDED || kind === KEY_REMOVED) readKey(entry);
      if (kind === 'decision.recorded') {
        if (metadata.decision !== 'REVIEW') waiting.delete(subject.id);
        else waiting.set(subject.id, { digest: metadata.actionDigest ?? null, nonces: new Set() });
      }
      const isApproval = kind === 'review.approved' || kind === 'review.approval_added';
      const fault = isApproval ? readApproval(entry) : null;
      if (ENDINGS.has(kind)) waiting.delete(subject.id);
      return fault;
    },
    counts: () => ({ signed: verified + failed, verified, failed }),
  };
}
