/** Every address of the service that the app calls. Nothing else writes one out. */
import type {
  AnomalyListQuery,
  AuditListQuery,
  DeliveryListQuery,
  EventListQuery,
  GatewayCallListQuery,
  ReviewListQuery,
  WebhookListQuery,
} from '@svc/contract';

export const apiPath = {
  login: () => '/auth/login',
  refresh: () => '/auth/refresh',
  logout: () => '/auth/logout',
  me: () => '/me',
  reviews: (query: ReviewListQuery) => `/reviews${searchOf(query)}`,
  approve: (eventId: string) => `/reviews/${encodeURIComponent(eventId)}/approve`,
  deny: (eventId: string) => `/reviews/${encodeURIComponent(eventId)}/deny`,
  eraseNote: (eventId: string) => `/reviews/${encodeURIComponent(eventId)}/erase-note`,
  events: (query: EventListQuery) => `/events${searchOf(query)}`,
  event: (eventId: string) => `/events/${encodeURIComponent(eventId)}`,
  gatewayCalls: (query: GatewayCallListQuery) => `/gateway-calls${searchOf(query)}`,
  anomalies: (query: AnomalyListQuery) => `/anomalies${searchOf(query)}`,
  closeAnomaly: (id: string) => `/anomalies/${encodeURIComponent(id)}/close`,
  scanForAnomalies: () => '/anomalies/scan',
  audit: (query: AuditListQuery) => `/audit${searchOf(query)}`,
  auditVerify: () => '/audit/verify',
  auditExport: () => '/audit/export',
  webhooks: (query: WebhookListQuery) => `/webhooks${searchOf(query)}`,
  newWebhook: () => '/webhooks',
  webhook: (webhookId: string) => `/webhooks/${encodeURIComponent(webhookId)}`,
  webhookSecret: (webhookId: string) => `/webhooks/${encodeURIComponent(webhookId)}/rotate-secret`,
  webhookTest: (webhookId: string) => `/webhooks/${encodeURIComponent(webhookId)}/test`,
  deliveries: (webhookId: string, query: DeliveryListQuery) =>
    `/webhooks/${encodeURIComponent(webhookId)}/deliveries${searchOf(query)}`,
  deliveryRetry: (deliveryId: string) => `/deliveries/${encodeURIComponent(deliveryId)}/retry`,
  auditProof: (seq: number) => `/audit/${seq}/proof`,
} as const;

function searchOf(query: Readonly<Record<string, string | undefined>>): string {
  const set = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') set.set(name, value);
  }
  const text = set.toString();
  return text === '' ? '' : `?${text}`;
}
