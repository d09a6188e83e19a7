/** Written from the table of app operations by `npm run generate`; edits here are lost. */
import type { AppOperationId, HttpMethod, Role } from '@svc/contract';

type Row = { method: HttpMethod; path: string; who: 'anybody' | readonly Role[] };

export const OPERATIONS: Readonly<Record<AppOperationId, Row>> = {
  signIn: { method: 'POST', path: '/auth/login', who: 'anybody' },
  refreshSession: { method: 'POST', path: '/auth/refresh', who: 'anybody' },
  signOut: { method: 'POST', path: '/auth/logout', who: 'anybody' },
  readMe: { method: 'GET', path: '/me', who: ['OWNER', 'ADMIN', 'MEMBER'] },
  readOrganization: { method: 'GET', path: '/organization', who: ['OWNER', 'ADMIN', 'MEMBER'] },
  readUsage: { method: 'GET', path: '/usage', who: ['OWNER', 'ADMIN', 'MEMBER'] },
  listReviews: { method: 'GET', path: '/reviews', who: ['OWNER', 'ADMIN', 'MEMBER'] },
  approveReview: { method: 'POST', path: '/reviews/{eventId}/approve', who: ['OWNER', 'ADMIN', 'MEMBER'] },
  denyReview: { method: 'POST', path: '/reviews/{eventId}/deny', who: ['OWNER', 'ADMIN', 'MEMBER'] },
  eraseReviewNote: { method: 'POST', path: '/reviews/{eventId}/erase-note', who: ['OWNER', 'ADMIN'] },
  listEvents: { method: 'GET', path: '/events', who: ['OWNER', 'ADMIN', 'MEMBER'] },
  readEventDetail: { method: 'GET', path: '/events/{id}', who: ['OWNER', 'ADMIN', 'MEMBER'] },
  listAnomalies: { method: 'GET', path: '/anomalies', who: ['OWNER', 'ADMIN', 'MEMBER'] },
  closeAnomaly: { method: 'POST', path: '/anomalies/{id}/close', who: ['OWNER', 'ADMIN'] },
  eraseAnomalyNote: { method: 'POST', path: '/anomalies/{id}/erase-note', who: ['OWNER', 'ADMIN'] },
  scanForAnomalies: { method: 'POST', path: '/anomalies/scan', who: ['OWNER', 'ADMIN'] },
  listAudit: { method: 'GET', path: '/audit', who: ['OWNER', 'ADMIN', 'MEMBER'] },
  verifyAudit: { method: 'GET', path: '/audit/verify', who: ['OWNER', 'ADMIN'] },
  exportAudit: { method: 'GET', path: '/audit/export', who: ['OWNER', 'ADMIN'] },
  proveAudit: { method: 'GET', path: '/audit/{seq}/proof', who: ['OWNER', 'ADMIN', 'MEMBER'] },
  listGatewayCalls: { method: 'GET', path: '/gateway-calls', who: ['OWNER', 'ADMIN', 'MEMBER'] },
  listWebhooks: { method: 'GET', path: '/webhooks', who: ['OWNER', 'ADMIN', 'MEMBER'] },
  createWebhook: { method: 'POST', path: '/webhooks', who: ['OWNER', 'ADMIN'] },
  readWebhook: { method: 'GET', path: '/webhooks/{id}', who: ['OWNER', 'ADMIN', 'MEMBER'] },
  updateWebhook: { method: 'PATCH', path: '/webhooks/{id}', who: ['OWNER', 'ADMIN'] },
  deleteWebhook: { method: 'DELETE', path: '/webhooks/{id}', who: ['OWNER', 'ADMIN'] },
  listDeliveries: { method: 'GET', path: '/webhooks/{id}/deliveries', who: ['OWNER', 'ADMIN', 'MEMBER'] },
  testWebhook: { method: 'POST', path: '/webhooks/{id}/test', who: ['OWNER', 'ADMIN'] },
  rotateWebhookSecret: { method: 'POST', path: '/webhooks/{id}/rotate-secret', who: ['OWNER', 'ADMIN'] },
  recoverWebhook: { method: 'POST', path: '/webhooks/{id}/recover', who: ['OWNER', 'ADMIN'] },
  retryDelivery: { method: 'POST', path: '/deliveries/{id}/retry', who: ['OWNER', 'ADMIN'] },
};
