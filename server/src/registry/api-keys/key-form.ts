// SPDX-License-Identifier: Apache-2.0
/** The form of an API key: a prefix for its environment, then random letters and digits. */
import { hash, randomInt } from 'node:crypto';
import {
  API_KEY_PREFIX_CHARACTERS,
  API_KEY_RANDOM_CHARACTERS,
  API_KEY_RANDOM_CHARACTERS_MIN,
  type KeyKind,
} from '@svc/contract';

export const API_KEY_BEGINNINGS: Record<KeyKind, string> = { LIVE: 'key_live_', TEST: 'key_test_' };

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARACTERS_MAX = 200;
const API_KEY = new RegExp(
  `^(?:${Object.values(API_KEY_BEGINNINGS).join('|')})` +
    `[0-9A-Za-z]{${API_KEY_RANDOM_CHARACTERS_MIN},${RANDOM_CHARACTERS_MAX}}$`,
);

/** True for text in the form of an API key of either environment. */
export function isApiKey(text: string): boolean {
  return API_KEY.test(text);
}

/** 43 base62 characters: 256 random bits. */
export function generateApiKey(kind: KeyKind): string {
  const characters = Array.from({ length: API_KEY_RANDOM_CHARACTERS }, () => BASE62[randomInt(BASE62.length)]);
  return API_KEY_BEGINNINGS[kind] + characters.join('');
}

export function kindOfKey(key: string): KeyKind {
  return key.startsWith(API_KEY_BEGINNINGS.TEST) ? 'TEST' : 'LIVE';
}

/** The part of a key that lists and audit entries show. */
export function keyPrefix(key: string): string {
  return key.slice(0, API_KEY_PREFIX_CHARACTERS);
}

/** The SHA-256 by which a key is stored, lower-case hex. */
export function hashOfKey(key: string): string {
  return hash('sha256', key, 'hex');
}
