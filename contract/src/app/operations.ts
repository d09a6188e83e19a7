/**
 * The operations of the app: one entry per route, with the roles that may call it. The server registers its app routes
 * from this table, so every route has a row. A test compares the two both ways.
 */
import { Type } from 'typebox';
import { decisionProperties } from '../decisions.ts';
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
import { type AppOperation, EVERY_MEMBER, OWNERS_AND_ADMINS } from './operation.ts';
import { OrganizationSchema, UsageSchema } from './organization.ts';
import { ReviewListQuerySchema, ReviewListSchema, ReviewResolutionSchema } from './reviews.ts';
import { LoginRequestSchema, MeSchema, SignedInSchema } from './sessions.ts';
import { WEBHOOK_OPERATIONS } from './webhook-operations.ts';

/** The Decision, without its name, because only one schema may have each name. */
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
  // The review itself holds the roles that may resolve it.
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
  ...WEBHOOK_OPERATIONS,
} as const satisfies Record<string, AppOperation>;

export type AppOperationId = keyof typeof APP_OPERATIONS;
