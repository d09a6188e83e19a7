// SPDX-License-Identifier: Apache-2.0
/** An approval that is signed by a passkey: what its person signs, and what its entry holds of it. */
import { createHash } from 'node:crypto';
import { generateAuthenticationOptions } from '@simplewebauthn/server';
import {
  type ApprovalOptions,
  fieldFault,
  type GrantRequest,
  PASSKEY_CHALLENGE_MINUTES,
  SIGNED_PART_BYTES_MAX,
} from '@svc/contract';
import type { JsonObject, JsonValue } from '@svc/core/canonical-json';
import { type ApprovalSignature, approvalStatement, signatureFault } from '@svc/core/signed-approval';
import type pg from 'pg';
import { checkSigned, makeStatement, type Party, relyingParty, spendStatement } from '../../people/factors/index.ts';
import { selectSigningKeys } from '../../people/signing-keys/index.ts';
import { ApiError, invalid } from '../../platform/errors/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { boundsOf, grantOfApproval } from './approve-grant.ts';
import { type GivenSignature, permittedReview, type Resolver, type ReviewedEventRow } from './permitted-review.ts';

type Person = Pick<Resolver, 'accountId' | 'organizationId'>;

/** The text to sign for the review, which gets its nonce and its end. */
function statementOf({ accountId, organizationId }: Person, review: ReviewedEventRow, grant: JsonValue) {
  const { id: eventId, action_digest: digest } = review;
  if (digest === null) throw new ApiError('conflict', { message: 'The act has no digest that could be signed.' });
  const act = { organizationId, eventId, accountId, actionDigest: `sha256:${digest.toString('hex')}`, grant };
  return (nonce: string, expiresAt: string) => approvalStatement({ ...act, nonce, expiresAt });
}

const MS_PER_MINUTE = 60_000;

/**
 * The statement is to be signed once, within five minutes.
 * @throws ApiError as `resolveReview` does for an approval; 409 without a passkey that signs in the organization
 */
export async function approvalOptions(
  pool: pg.Pool,
  resolver: Resolver,
  eventId: string,
  party: Party,
  request: GrantRequest | null,
): Promise<ApprovalOptions> {
  const { accountId, organizationId } = resolver;
  const made = await inTransaction(pool, [organizationId], async (transaction) => {
    const nowMs = pool.clock.nowMs();
    const permitted = await permittedReview(transaction, resolver, eventId, 'approve', nowMs);
    const { review } = permitted;
    const grant = await grantOfApproval(transaction, { resolver, permitted, request, nowMs });
    const bounds = grant === null ? null : boundsOf(grant);
    const keys = await selectSigningKeys(transaction, organizationId, accountId);
    if (keys.length === 0) {
      throw new ApiError('conflict', { message: 'None of your passkeys signs here: enable one in your account.' });
    }
    return { keys, ...(await makeStatement(transaction, accountId, statementOf(resolver, review, bounds))) };
  });
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(party).id,
    challenge: new Uint8Array(Buffer.from(made.challenge, 'base64url')),
    timeout: PASSKEY_CHALLENGE_MINUTES * MS_PER_MINUTE,
    userVerification: 'required',
    allowCredentials: made.keys.map(({ credential_id: id, transports }) => ({ id, transports: transports as [] })),
  });
  return { statement: made.statement, options: options as unknown as ApprovalOptions['options'] };
}

interface Approval {
  resolver: Resolver;
  review: ReviewedEventRow;
  /** The grant that is asked for with it. */
  grant: JsonValue;
}

/**
 * The last check of an approval, under the lock of the head: the key is live until the entry is there.
 * @returns the metadata of a signature; none without one
 * @throws ApiError 403 without one where the review asks for it, 400 for one that does not hold
 */
export async function signatureMetadata(
  transaction: Transaction,
  { resolver, review, grant }: Approval,
): Promise<JsonObject> {
  const given = resolver.channel === 'app' ? resolver.signature : undefined;
  if (given === undefined) {
    if (review.signed) throw new ApiError('signature_required');
    return {};
  }
  const signature = await signatureOf(transaction, resolver, given, statementOf(resolver, review, grant));
  if (signature === null) throw invalid('signature', fieldFault('SIGNATURE_REFUSED'));
  return { signature: { ...signature }, grant };
}

/** Null for one that does not hold: it is told as one fault, whichever part is wrong. */
async function signatureOf(
  transaction: Transaction,
  { accountId, organizationId }: Person,
  { answer, party }: GivenSignature,
  textOf: ReturnType<typeof statementOf>,
): Promise<ApprovalSignature | null> {
  const { clientDataJSON, authenticatorData, signature } = answer.response;
  const parts = [clientDataJSON, authenticatorData, signature].map((part) => Buffer.from(part, 'base64url'));
  if (parts.some(({ length }) => length > SIGNED_PART_BYTES_MAX)) return null;
  const spent = await spendStatement(transaction, clientDataJSON, accountId, textOf);
  if (spent === null) return null;
  const { challenge, nonce, expiresAt, statement } = spent;
  const key = await checkSigned(transaction, party, answer, { accountId, challenge });
  const own = await selectSigningKeys(transaction, organizationId, accountId);
  if (key === null || !own.some((row) => row.passkey_id === key.passkeyId)) return null;
  const [client = '', authenticator = '', signed = ''] = parts.map((part) => part.toString('base64url'));
  const told = {
    alg: key.alg,
    publicKey: key.der.toString('base64url'),
    credentialIdHash: `sha256:${createHash('sha256').update(answer.id, 'base64url').digest('hex')}`,
    authenticatorData: authenticator,
    clientDataJSON: client,
    signature: signed,
    nonce,
    expiresAt,
  };
  // Each entry holds what others can check later.
  return signatureFault(statement, told, null) === null ? told : null;
}
