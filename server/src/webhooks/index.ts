/**
 * Owns webhook deliveries from the outbox to the receiver: sending, retries, the log of attempts, what people do with
 * them, and the health of endpoints. Refuses to know why a delivery is made: decisions write theirs with the
 * recorder, anomalies theirs with `enqueueAnomalyDeliveries`.
 */
export { beginRecovery, type TimeRange } from './begin-recovery.ts';
export { createWebhook } from './create-webhook.ts';
export { deleteWebhook } from './delete-webhook.ts';
export { enqueueAnomalyDeliveries } from './enqueue.ts';
export { WEBHOOK_EGRESS } from './limits.ts';
export { listDeliveries, UUID_MARK } from './list-deliveries.ts';
export { listWebhooks, readWebhook } from './list-webhooks.ts';
export { rotateSecret } from './rotate-secret.ts';
export { retryDelivery } from './send-again.ts';
export { sendTest } from './test-delivery.ts';
export { updateWebhook } from './update-webhook.ts';
export { type DeliveryWorker, startDeliveryWorker } from './worker.ts';
