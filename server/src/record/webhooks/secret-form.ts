// SPDX-License-Identifier: Apache-2.0
/** The form of an endpoint's secret. */
import { randomBytes } from 'node:crypto';

const BEGINNING = 'whsec_';
const RANDOM_BYTES = 32;
/** The length after the prefix: 144 bits of base64; a generated secret has 43. */
const CHARACTERS_MIN = 24;
const WEBHOOK_SECRET = new RegExp(`^${BEGINNING}[A-Za-z0-9_+/=-]{${CHARACTERS_MIN},}$`);

export function generateWebhookSecret(): string {
  return BEGINNING + randomBytes(RANDOM_BYTES).toString('base64url');
}

/** The fault of a given secret, as a phrase after the name of the field; null without a fault. */
export function webhookSecretFault(secret: string): string | null {
  if (WEBHOOK_SECRET.test(secret)) return null;
  return `must begin with ${BEGINNING} and go on with at least ${CHARACTERS_MIN} characters of base64`;
}
