// SPDX-License-Identifier: Apache-2.0
/**
 * Owns webhook endpoints and their deliveries from the outbox to the receiver: rows, sending, retries, the log
 * of attempts, changes by people, and health. It refuses to know why a delivery is made: the recorder
 * inserts those of decisions, `enqueueAnomalyDeliveries` those of anomalies.
 */
export { beginRecovery, type TimeRange } from './begin-recovery.ts';
export { createWebhook } from './create-webhook.ts';
export { deleteWebhook } from './delete-webhook.ts';
export type { DeliveryRow } from './delivery-rows.ts';
export { selectWebhooks, writeWebhooks } from './endpoint-rows.ts';
export { enqueueAnomalyDeliveries } from './enqueue.ts';
export { WEBHOOK_EGRESS } from './limits.ts';
export { listDeliveries } from './list-deliveries.ts';
export { listWebhooks, readWebhook } from './list-webhooks.ts';
export { planWebhooks, type WebhookValues, webhookChanges, webhookKeyOf } from './plan-webhooks.ts';
export { rotateSecret } from './rotate-secret.ts';
export { webhookSecretFault } from './secret-form.ts';
export { retryDelivery } from './send-again.ts';
export { deliveryFor, webhookFor } from './shown-to.ts';
export { addSkip, type Skips } from './skips.ts';
export { sendTest } from './test-delivery.ts';
export { updateWebhook } from './update-webhook.ts';
export { type DeliveryWorker, startDeliveryWorker } from './worker.ts';
