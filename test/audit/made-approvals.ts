// SPDX-License-Identifier: Apache-2.0
/** Chains with signed approvals, made in memory. Each part of a signature can differ from what it should be. */
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { AuditDraft } from '../../core/src/audit-chain/index.ts';
import type { JsonObject, JsonValue } from '../../core/src/canonical-json/index.ts';
import { approvalStatement } from '../../core/src/signed-approval/index.ts';
import { ORGANIZATION_ID } from './made-export.ts';
import { withDigest } from './relinked.ts';

const idOf = (last: number) => `018f0000-0000-7000-8000-${last.toString(16).padStart(12, '0')}`;
const ANA = idOf(0xa);
export const BEA = idOf(0xb);
export const EVENT = idOf(0x1);
export const OTHER_EVENT = idOf(0x2);
export const PAGES = 'https://svc.example.com';

export const ALGORITHMS = ['ES256', 'EdDSA', 'RS256'] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

export interface Passkey {
  alg: Algorithm;
  privateKey: KeyObject;
  der: Buffer;
  thumbprint: string;
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

export function makePasskey(alg: Algorithm): Passkey {
  const pairs = {
    ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    EdDSA: () => generateKeyPairSync('ed25519'),
    RS256: () => generateKeyPairSync('rsa', { modulusLength: 2_048 }),
  };
  const { privateKey, publicKey } = pairs[alg]();
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return { alg, privateKey, der, thumbprint: `sha256:${sha256(der).toString('hex')}` };
}

/** The parts that differ from an approval as it should be. */
export interface Order {
  by?: string;
  event?: string;
  digest?: JsonValue;
  organization?: string;
  grant?: JsonValue;
  expiresAt?: string;
  nonce?: string;
  origin?: string;
  rpId?: string;
  flags?: number;
  type?: string;
  client?: JsonObject;
}

const at = (second: number) => new Date(1_763_647_200_000 + second * 1_000).toISOString();
const UP_AND_UV = 0x05;

/** The member `signature` of an approval's metadata. */
export function signatureOf(passkey: Passkey, digest: JsonValue, order: Order = {}): JsonObject {
  const nonce = order.nonce ?? sha256('nonce').toString('base64url');
  const expiresAt = order.expiresAt ?? at(200);
  const statement = approvalStatement({
    organizationId: order.organization ?? ORGANIZATION_ID,
    eventId: order.event ?? EVENT,
    actionDigest: String(order.digest ?? digest),
    accountId: order.by ?? ANA,
    grant: order.grant ?? null,
    nonce,
    expiresAt,
  });
  const challenge = sha256(statement).toString('base64url');
  const { origin = PAGES, type = 'webauthn.get' } = order;
  const client = Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...order.client }));
  const data = Buffer.concat([
    sha256(order.rpId ?? 'svc.example.com'),
    Buffer.from([order.flags ?? UP_AND_UV]),
    Buffer.alloc(4),
  ]);
  const message = Buffer.concat([data, sha256(client)]);
  return {
    alg: passkey.alg,
    publicKey: passkey.der.toString('base64url'),
    credentialIdHash: `sha256:${sha256('credential').toString('hex')}`,
    authenticatorData: data.toString('base64url'),
    clientDataJSON: client.toString('base64url'),
    signature: sign(passkey.alg === 'EdDSA' ? null : 'sha256', message, passkey.privateKey).toString('base64url'),
    nonce,
    expiresAt,
  };
}

type Draft = Pick<AuditDraft, 'kind' | 'metadata'> & { by?: string; on?: string; second?: number };

const draftOf = ({ kind, metadata, by = ANA, on = EVENT, second = 100 }: Draft): AuditDraft => ({
  organizationId: ORGANIZATION_ID,
  at: at(second),
  kind,
  actor: { type: 'user', id: by },
  subject: { type: 'event', id: on },
  metadata,
});

export const keyEntry = (what: 'added' | 'removed', { thumbprint }: Passkey, of = ANA): AuditDraft =>
  draftOf({ kind: `member.signing_key_${what}`, metadata: { keyThumbprint: thumbprint }, by: of, on: of });

/** A decision that waits for people. */
export const decisionEntry = (on = EVENT, decision = 'REVIEW'): AuditDraft => {
  const metadata = {
    decision,
    agentId: idOf(0xc),
    recordsAffected: 7,
    sandbox: false,
    payload: null,
    actionDigest: '',
  };
  return withDigest(draftOf({ kind: 'decision.recorded', metadata, on }));
};

export const digestOf = ({ metadata }: AuditDraft): JsonValue => metadata.actionDigest ?? null;

/** @param kind `review.approved`, or `review.approval_added` for one before the last */
export const approvalEntry = (
  signature: JsonValue,
  { by = ANA, on = EVENT, kind = 'review.approved', digest = digestOf(decisionEntry(on)), ...more }: ApprovalOrder = {},
): AuditDraft => draftOf({ kind, metadata: { actionDigest: digest, signature, grant: null, ...more }, by, on });

interface ApprovalOrder {
  by?: string;
  on?: string;
  kind?: string;
  digest?: JsonValue;
  grant?: JsonValue;
}

/** A key, a decision, and its approval. */
export function approvedChain(passkey: Passkey, order: Order = {}, approval: ApprovalOrder = {}): AuditDraft[] {
  const decided = decisionEntry();
  const signature = signatureOf(passkey, digestOf(decided), order);
  return [keyEntry('added', passkey), decided, approvalEntry(signature, approval)];
}
