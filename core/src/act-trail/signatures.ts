// SPDX-License-Identifier: Apache-2.0
/** Checks the signatures of approvals: what each was for, and by a key that was live at that place of the chain. */
import type { AuditEntry } from '../audit-chain/index.ts';
import { approvalStatement, isSignature, keyThumbprint, signatureFault } from '../signed-approval/index.ts';
import { MOMENT } from './moment.ts';
import type { Review } from './reviews.ts';

export interface SignatureCounts {
  /** Approvals with a signature. */
  readonly signed: number;
  readonly verified: number;
  readonly failed: number;
}

interface SignatureCheck {
  /** Follows which keys people sign with. */
  readKey(entry: AuditEntry): void;
  /** @returns why the signature of this approval fails, as a sentence; null when it holds */
  check(entry: AuditEntry, review: Review | undefined): string | null;
  counts(): SignatureCounts;
}

const KEY_ADDED = 'member.signing_key_added';
const KEY_REMOVED = 'member.signing_key_removed';

export function checkSignatures(origin: string | null): SignatureCheck {
  const keys = new Map<string, Set<string>>();
  let [verified, failed] = [0, 0];

  const faultOf = (entry: AuditEntry, review: Review | undefined): string | null => {
    const { signature, actionDigest, grant = null } = entry.metadata;
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
  return {
    readKey({ kind, subject, metadata: { keyThumbprint: key } }) {
      if (typeof key !== 'string' || (kind !== KEY_ADDED && kind !== KEY_REMOVED)) return;
      const own = keys.get(subject.id) ?? new Set();
      if (kind === KEY_ADDED) keys.set(subject.id, own.add(key));
      else if (own.delete(key) && own.size === 0) keys.delete(subject.id);
    },
    check(entry, review) {
      const fault = faultOf(entry, review);
      if (fault === null) verified += 1;
      else failed += 1;
      return fault;
    },
    counts: () => ({ signed: verified + failed, verified, failed }),
  };
}
