/** Makes the secrets that nobody gave, and says what a given one must be like. */
import { randomBytes, randomInt } from 'node:crypto';
import { API_KEY_RANDOM_CHARACTERS, type KeyKind } from '@svc/contract';

export const KEY_BEGINNINGS: Record<KeyKind, string> = { LIVE: 'key_live_', TEST: 'key_test_' };
const WEBHOOK_SECRET_BEGINNING = 'whsec_';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const WEBHOOK_SECRET_BYTES = 32;
/** After the beginning: 144 bits of base64; a generated secret has 43. */
const WEBHOOK_SECRET_CHARACTERS_MIN = 24;
const WEBHOOK_SECRET = new RegExp(`^${WEBHOOK_SECRET_BEGINNING}[A-Za-z0-9_+/=-]{${WEBHOOK_SECRET_CHARACTERS_MIN},}$`);

/** 43 base62 characters: 256 random bits. */
export function generateApiKey(kind: KeyKind): string {
  const characters = Array.from({ length: API_KEY_RANDOM_CHARACTERS }, () => BASE62[randomInt(BASE62.length)]);
  return KEY_BEGINNINGS[kind] + characters.join('');
}

export function generateWebhookSecret(): string {
  return WEBHOOK_SECRET_BEGINNING + randomBytes(WEBHOOK_SECRET_BYTES).toString('base64url');
}

/** What is wrong with the secret that somebody gave a webhook, to go on after the name of the field; null: nothing. */
export function webhookSecretFault(secret: string): string | null {
  if (WEBHOOK_SECRET.test(secret)) return null;
  return (
    `must begin with ${WEBHOOK_SECRET_BEGINNING} and go on with at least ` +
    `${WEBHOOK_SECRET_CHARACTERS_MIN} characters of base64`
  );
}
