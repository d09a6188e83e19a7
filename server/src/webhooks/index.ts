/**
 * Owns webhook deliveries from the outbox to the receiver: sending, retries, the log of attempts, what people do with
 * them, and the health of endpoints. It refuses to know why a delivery is made: decisions write theirs with the
 * recorder, anomalies theirs with `enqueueAnomalyDeliveries`.
 */
export { enqueueAnomalyDeliveries } from './enqueue.ts';
export { WEBHOOK_EGRESS } from './limits.ts';
export { type DeliveryWorker, startDeliveryWorker } from './worker.ts';
