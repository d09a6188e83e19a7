/**
 * The operations of the app: one entry a route, with the roles that may call it. The server registers its app routes
 * from this table, so that no route is without a row, and a test compares the two both ways.
 */
import { type TSchema, Type } from 'typebox';
import { decisionProperties } from '../decisions.ts';
import type { HttpMethod, Role } from '../enums.ts';
import {
  AnomalyClosingSchema,
  AnomalyItemSchema,
  AnomalyListQuerySchema,
  AnomalyListSchema,
  AnomalyScanSchema,
} from './anomalies.ts';
import { AuditListQuerySchema, AuditListSchema, AuditProofSchema, AuditVerificationSchema } from './audit.ts';
import { EventDetailSchema, EventListQuerySchema, EventListSchema } from './events.ts';
import { GatewayCallListQuerySchema, GatewayCallListSchema } from './gateway-calls.ts';
import { OrganizationSchema, UsageSchema } from './organization.ts';
import { ReviewListQuerySchema, ReviewListSchema, ReviewResolutionSchema } from './reviews.ts';
import { LoginRequestSchema, MeSchema, SignedInSchema } from './sessions.ts';
import {
  DeliveryListQuerySchema,
  DeliveryListSchema,
  DeliverySchema,
  RecoveryRequestSchema,
  SecretRotationRequestSchema,
  SecretRotationSchema,
  WebhookDetailSchema,
  WebhookListQuerySchema,
  WebhookListSchema,
  WebhookRecoverySchema,
} from './webhooks.ts';

export interface AppOperation {
  method: HttpMethod;
  /** With parameters as `{eventId}`. */
  path: string;
  /** Who may call it: each role by itself, or `anybody`, who need not be signed in. */
  who: 'anybody' | Readonly<Record<Role, boolean>>;
  query: TSchema | null;
  body: TSchema | null;
  /** Without a body's schema at 200 it is a file. */
  success: { status: 200; body: TSchema | null } | { status: 204; body: null };
}

const EVERY_MEMBER = { OWNER: true, ADMIN: true, MEMBER: true } as const;
const OWNERS_AND_ADMINS = { OWNER: true, ADMIN: true, MEMBER: false } as const;

/** The Decision, without the name under which only one schema may be known. */
const decision = Type.Object(decisionProperties);

export const APP_OPERATIONS = {
  signIn: {
    method: 'POST',
    path: '/auth/login',
    who: 'anybody',
    query: null,
    body: LoginRequestSchema,
    success: { status: 200, body: SignedInSchema },
  },
  refreshSession: {
    method: 'POST',
    path: '/auth/refresh',
    who: 'anybody',
    query: null,
    body: null,
    success: { status: 204, body: null },
  },
  signOut: {
    method: 'POST',
    path: '/auth/logout',
    who: 'anybody',
    query: null,
    body: null,
    success: { status: 204, body: null },
  },
  readMe: {
    method: 'GET',
    path: '/me',
    who: EVERY_MEMBER,
    query: null,
    body: null,
    success: { status: 200, body: MeSchema },
  },
  readOrganization: {
    method: 'GET',
    path: '/organization',
    who: EVERY_MEMBER,
    query: null,
    body: null,
    success: { status: 200, body: OrganizationSchema },
  },
  readUsage: {
    method: 'GET',
    path: '/usage',
    who: EVERY_MEMBER,
    query: null,
    body: null,
    success: { status: 200, body: UsageSchema },
  },
  listReviews: {
    method: 'GET',
    path: '/reviews',
    who: EVERY_MEMBER,
    query: ReviewListQuerySchema,
    body: null,
    success: { status: 200, body: ReviewListSchema },
  },
  // Which roles may resolve a review stands on the review itself.
  approveReview: {
    method: 'POST',
    path: '/reviews/{eventId}/approve',
    who: EVERY_MEMBER,
    query: null,
    body: ReviewResolutionSchema,
    success: { status: 200, body: decision },
  },
  denyReview: {
    method: 'POST',
    path: '/reviews/{eventId}/deny',
    who: EVERY_MEMBER,
    query: null,
    body: ReviewResolutionSchema,
    success: { status: 200, body: decision },
  },
  eraseReviewNote: {
    method: 'POST',
    path: '/reviews/{eventId}/erase-note',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: null,
    success: { status: 204, body: null },
  },
  listEvents: {
    method: 'GET',
    path: '/events',
    who: EVERY_MEMBER,
    query: EventListQuerySchema,
    body: null,
    success: { status: 200, body: EventListSchema },
  },
  readEventDetail: {
    method: 'GET',
    path: '/events/{id}',
    who: EVERY_MEMBER,
    query: null,
    body: null,
    success: { status: 200, body: EventDetailSchema },
  },
  listAnomalies: {
    method: 'GET',
    path: '/anomalies',
    who: EVERY_MEMBER,
    query: AnomalyListQuerySchema,
    body: null,
    success: { status: 200, body: AnomalyListSchema },
  },
  closeAnomaly: {
    method: 'POST',
    path: '/anomalies/{id}/close',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: AnomalyClosingSchema,
    success: { status: 200, body: AnomalyItemSchema },
  },
  eraseAnomalyNote: {
    method: 'POST',
    path: '/anomalies/{id}/erase-note',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: null,
    success: { status: 204, body: null },
  },
  scanForAnomalies: {
    method: 'POST',
    path: '/anomalies/scan',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: null,
    success: { status: 200, body: AnomalyScanSchema },
  },
  listAudit: {
    method: 'GET',
    path: '/audit',
    who: EVERY_MEMBER,
    query: AuditListQuerySchema,
    body: null,
    success: { status: 200, body: AuditListSchema },
  },
  verifyAudit: {
    method: 'GET',
    path: '/audit/verify',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: null,
    success: { status: 200, body: AuditVerificationSchema },
  },
  exportAudit: {
    method: 'GET',
    path: '/audit/export',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: null,
    success: { status: 200, body: null },
  },
  proveAudit: {
    method: 'GET',
    path: '/audit/{seq}/proof',
    who: EVERY_MEMBER,
    query: null,
    body: null,
    success: { status: 200, body: AuditProofSchema },
  },
  listGatewayCalls: {
    method: 'GET',
    path: '/gateway-calls',
    who: EVERY_MEMBER,
    query: GatewayCallListQuerySchema,
    body: null,
    success: { status: 200, body: GatewayCallListSchema },
  },
  listWebhooks: {
    method: 'GET',
    path: '/webhooks',
    who: EVERY_MEMBER,
    query: WebhookListQuerySchema,
    body: null,
    success: { status: 200, body: WebhookListSchema },
  },
  readWebhook: {
    method: 'GET',
    path: '/webhooks/{id}',
    who: EVERY_MEMBER,
    query: null,
    body: null,
    success: { status: 200, body: WebhookDetailSchema },
  },
  listDeliveries: {
    method: 'GET',
    path: '/webhooks/{id}/deliveries',
    who: EVERY_MEMBER,
    query: DeliveryListQuerySchema,
    body: null,
    success: { status: 200, body: DeliveryListSchema },
  },
  testWebhook: {
    method: 'POST',
    path: '/webhooks/{id}/test',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: null,
    success: { status: 200, body: DeliverySchema },
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/webhooks/{id}/rotate-secret',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: SecretRotationRequestSchema,
    success: { status: 200, body: SecretRotationSchema },
  },
  recoverWebhook: {
    method: 'POST',
    path: '/webhooks/{id}/recover',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: RecoveryRequestSchema,
    success: { status: 200, body: WebhookRecoverySchema },
  },
  retryDelivery: {
    method: 'POST',
    path: '/deliveries/{id}/retry',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: null,
    success: { status: 200, body: DeliverySchema },
  },
} as const satisfies Record<string, AppOperation>;

export type AppOperationId = keyof typeof APP_OPERATIONS;
