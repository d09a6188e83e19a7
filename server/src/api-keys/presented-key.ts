/** Reads the API key that a request presents, in either header form. */
import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { API_KEY_PREFIX_CHARACTERS, API_KEY_RANDOM_CHARACTERS_MIN } from '@svc/contract';
import { ApiError } from '../errors/index.ts';

const KEY_CHARACTERS_MAX = 200;
const KEY = new RegExp(`^key_(?:live|test)_[0-9A-Za-z]{${API_KEY_RANDOM_CHARACTERS_MIN},${KEY_CHARACTERS_MAX}}$`);

/**
 * The SHA-256 of the presented key, lower-case hex.
 * @throws ApiError 401 when there is none, it does not have the form of a key, or the two headers disagree
 */
export function presentedKeyHash(headers: IncomingHttpHeaders): string {
  const bearer = bearerToken(headers.authorization);
  const header = headers['x-api-key'];
  const plain = Array.isArray(header) ? header.join(',') : header;
  if (bearer !== undefined && plain !== undefined && bearer !== plain) {
    throw new ApiError('unauthorized', { message: 'Authorization and X-API-Key carry different keys; send one.' });
  }
  const key = bearer ?? plain;
  if (key === undefined || !KEY.test(key)) throw new ApiError('unauthorized');
  return hash('sha256', key, 'hex');
}

/** True for text that has the form of an API key of this kind. */
export function isApiKey(text: string): boolean {
  return KEY.test(text);
}

export function keyPrefix(key: string): string {
  return key.slice(0, API_KEY_PREFIX_CHARACTERS);
}

/** A scheme other than Bearer is refused rather than ignored. */
function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  const match = /^Bearer +([^ ]+)$/i.exec(authorization);
  if (match === null) throw new ApiError('unauthorized');
  return match[1];
}
