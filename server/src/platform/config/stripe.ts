// SPDX-License-Identifier: Apache-2.0
/** The settings of the payment processor: its key and the secret of its events go together. */

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  apiBase: URL;
}

interface Given {
  stripeSecretKey: string | null;
  stripeWebhookSecret: string | null;
  stripeApiBase: URL;
}

/** @returns null: billing is off */
export function stripeSettingsOf({
  stripeSecretKey,
  stripeWebhookSecret,
  stripeApiBase,
}: Given): StripeSettings | null {
  if (stripeSecretKey === null || stripeWebhookSecret === null) return null;
  return { secretKey: stripeSecretKey, webhookSecret: stripeWebhookSecret, apiBase: stripeApiBase };
}

/** @returns what is wrong with the two together; null when nothing is */
export function stripeFault(values: Readonly<Record<string, unknown>>): string | null {
  const { stripeSecretKey: key, stripeWebhookSecret: secret } = values;
  if (Boolean(key) === Boolean(secret)) return null;
  return key
    ? 'SVC_STRIPE_WEBHOOK_SECRET is required with SVC_STRIPE_SECRET_KEY: it shows that an event is from Stripe.'
    : 'SVC_STRIPE_SECRET_KEY is required with SVC_STRIPE_WEBHOOK_SECRET: an event is looked up with it.';
}
