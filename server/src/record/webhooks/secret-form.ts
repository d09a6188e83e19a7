// SPDX-License-Identifier: Apache-2.0
/** The form of an endpoint's secret. */

import { randomBytes } from 'node:crypto';
import { type FieldFault, fieldFault } from '@svc/contract';

const BEGINNING = 'whsec_';
const RANDOM_BYTES = 32;
/** The length after the prefix: 144 bits of base64; a generated secret has 43. */
const CHARACTERS_MIN = 24;
const WEBHOOK_SECRET = new RegExp(`^${BEGINNING}[A-Za-z0-9_+/=-]{${CHARACTERS_MIN},}$`);

export function generateWebhookSecret(): string {
  return BEGINNING + randomBytes(RANDOM_BYTES).toString('base64url');
}

/** The fault of a given secret, as a phrase after the name of the field; null without a fault. */
export function webhookSecretFault(secret: string): FieldFault | null {
  if (WEBHOOK_SECRET.test(secret)) return null;
  return fieldFault('NOT_A_WEBHOOK_SECRET', { beginning: BEGINNING, min: CHARACTERS_MIN });
}
