// SPDX-License-Identifier: Apache-2.0
/** Tokens of an operator's file, by their digests: the file holds no secret, and its export neither. */
import { SCIM_TOKENS_MAX } from '@svc/contract';
import { ApiError } from '../../platform/errors/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import type { Change } from '../../storage/heads/index.ts';
import { deleteToken, insertToken, selectFileTokens, selectTokens } from './token-rows.ts';
import { tokenChange } from './tokens.ts';

export interface FileToken {
  /** Lower-case hexadecimal digits. */
  sha256: string;
  expiresAtMs: number;
}

const PREFIX_DIGITS = 8;

/**
 * The file names all of its tokens: others of it are revoked. Those that owners made stay.
 * @throws ApiError 409 for one too many, and for one that opens another organization
 */
export async function applyFileTokens(
  transaction: Transaction,
  organizationId: string,
  given: readonly FileToken[],
): Promise<Change[]> {
  const stored = await selectFileTokens(transaction, organizationId);
  const isGiven = (one: FileToken) => (row: (typeof stored)[number]) =>
    row.sha256 === one.sha256 && row.expires_at.getTime() === one.expiresAtMs;
  const changes: Change[] = [];
  for (const row of stored.filter((one) => !given.some((token) => isGiven(token)(one)))) {
    await deleteToken(transaction, organizationId, row.id);
    changes.push(tokenChange('revoked', row));
  }
  for (const token of given.filter((one) => !stored.some(isGiven(one)))) {
    const row = await insertToken(transaction, organizationId, {
      hash: Buffer.from(token.sha256, 'hex'),
      prefix: token.sha256.slice(0, PREFIX_DIGITS),
      source: 'FILE',
      createdBy: null,
      expiresAt: new Date(token.expiresAtMs),
    });
    if (row === null) throw new ApiError('conflict', { message: 'a token of the file is used already' });
    changes.push(tokenChange('created', row));
  }
  if (changes.length > 0 && (await selectTokens(transaction, organizationId)).length > SCIM_TOKENS_MAX) {
    const message = `at most ${SCIM_TOKENS_MAX} tokens work at once, with those that owners made`;
    throw new ApiError('conflict', { message });
  }
  return changes;
}

/** @returns those of the file, as it has them */
export async function tokensForFile(
  transaction: Transaction,
  organizationId: string,
): Promise<{ sha256: string; expiresAt: string }[]> {
  const rows = await selectFileTokens(transaction, organizationId);
  return rows.map(({ sha256, expires_at: expiresAt }) => ({ sha256, expiresAt: expiresAt.toISOString() }));
}
