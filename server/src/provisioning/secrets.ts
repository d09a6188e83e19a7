/** Makes the secrets that a file leaves out. They are shown once, in the report. */
import { randomBytes, randomInt } from 'node:crypto';
import { API_KEY_RANDOM_CHARACTERS, type KeyKind } from '@svc/contract';

export const KEY_BEGINNINGS: Record<KeyKind, string> = { LIVE: 'key_live_', TEST: 'key_test_' };
export const WEBHOOK_SECRET_BEGINNING = 'whsec_';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const WEBHOOK_SECRET_BYTES = 32;

/** 43 base62 characters: 256 random bits. */
export function generateApiKey(kind: KeyKind): string {
  const characters = Array.from({ length: API_KEY_RANDOM_CHARACTERS }, () => BASE62[randomInt(BASE62.length)]);
  return KEY_BEGINNINGS[kind] + characters.join('');
}

export function generateWebhookSecret(): string {
  return WEBHOOK_SECRET_BEGINNING + randomBytes(WEBHOOK_SECRET_BYTES).toString('base64url');
}
