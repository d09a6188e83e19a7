// SPDX-License-Identifier: Apache-2.0
/** The form of an endpoint's secret, and of one that Standard Webhooks decodes. */

import { randomBytes } from 'node:crypto';
import { type FieldFault, fieldFault, type WebhookFormat } from '@svc/contract';

const BEGINNING = 'whsec_';
const RANDOM_BYTES = 32;
/** The length after the prefix: 144 bits of base64; a generated secret has 44. */
const CHARACTERS_MIN = 24;
const WEBHOOK_SECRET = new RegExp(`^${BEGINNING}[A-Za-z0-9_+/=-]{${CHARACTERS_MIN},}$`);

export function generateWebhookSecret(): string {
  return BEGINNING + randomBytes(RANDOM_BYTES).toString('base64');
}

/** The fault of a given secret, as a phrase after the name of the field; null without a fault. */
export function webhookSecretFault(secret: string): FieldFault | null {
  if (WEBHOOK_SECRET.test(secret)) return null;
  return fieldFault('NOT_A_WEBHOOK_SECRET', { beginning: BEGINNING, min: CHARACTERS_MIN });
}

const KEY_BYTES_MIN = 24;
const KEY_BYTES_MAX = 64;

/** The key that Standard Webhooks signs with: the decoded rest of the secret. Null where their libraries refuse it. */
export function standardKey(secret: string): Buffer | null {
  const encoded = secret.slice(BEGINNING.length);
  const key = Buffer.from(encoded, 'base64');
  const isExact = secret.startsWith(BEGINNING) && key.toString('base64') === encoded;
  return isExact && key.length >= KEY_BYTES_MIN && key.length <= KEY_BYTES_MAX ? key : null;
}

/** The fault of a format for which the secret is none; null without a fault. */
export function formatFault(format: WebhookFormat, secret: string): FieldFault | null {
  if (format !== 'STANDARD_WEBHOOKS' || standardKey(secret) !== null) return null;
  return fieldFault('SECRET_NOT_DECODABLE', { min: KEY_BYTES_MIN, max: KEY_BYTES_MAX });
}
