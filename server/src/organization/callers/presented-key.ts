// SPDX-License-Identifier: Apache-2.0
/** Reads the API key that a request presents, in either header form. */
import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '../../platform/errors/index.ts';
import { hashOfKey, isApiKey } from '../../registry/api-keys/index.ts';

/** The other header form: of the machine API, and of the hosted MCP server. */
export type KeyHeader = 'X-API-Key' | 'X-Svc-Key';

/**
 * The text of the presented key.
 * @throws ApiError 401 when there is none, it does not have the form of a key, or the two headers disagree
 */
export function presentedKey(headers: IncomingHttpHeaders, keyHeader: KeyHeader = 'X-API-Key'): string {
  const bearer = bearerToken(headers.authorization);
  const header = headers[keyHeader.toLowerCase()];
  const plain = Array.isArray(header) ? header.join(',') : header;
  if (bearer !== undefined && plain !== undefined && bearer !== plain) {
    throw new ApiError('unauthorized', { message: `Authorization and ${keyHeader} carry different keys; send one.` });
  }
  const key = bearer ?? plain;
  if (key === undefined || !isApiKey(key)) throw new ApiError('unauthorized');
  return key;
}

/** Its SHA-256, lower-case hex. @throws ApiError 401 as above */
export const presentedKeyHash = (headers: IncomingHttpHeaders, keyHeader?: KeyHeader): string =>
  hashOfKey(presentedKey(headers, keyHeader));

/** A scheme other than Bearer is refused rather than ignored. */
function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  const match = /^Bearer +([^ ]+)$/i.exec(authorization);
  if (match === null) throw new ApiError('unauthorized');
  return match[1];
}
