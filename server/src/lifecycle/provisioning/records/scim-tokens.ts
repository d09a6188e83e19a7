// SPDX-License-Identifier: Apache-2.0
/** Reads the tokens of a directory, by their digests. */
import { SCIM_TOKENS_MAX } from '@svc/contract';
import type { FileToken } from '../../../organization/scim/index.ts';
import { list, type Reader, record, refined, required, text, time } from '../reading/index.ts';

const SHA256 = /^[0-9a-f]{64}$/;
const SHA256_CHARACTERS = 64;

const token: Reader<FileToken> = refined(
  record({ sha256: required(text(SHA256_CHARACTERS)), expiresAt: required(time) }),
  ({ sha256, expiresAt }, tell) =>
    SHA256.test(sha256)
      ? { sha256, expiresAtMs: expiresAt }
      : tell('sha256 must be 64 hexadecimal digits in lower case'),
);

export const scimTokensReader: Reader<FileToken[]> = list(token, SCIM_TOKENS_MAX);
