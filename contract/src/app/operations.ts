// SPDX-License-Identifier: Apache-2.0
/**
 * The operations of the app: one entry per route, with the roles that may call it. The server registers its app routes
 * from this table, so every route has a row. A test compares the two both ways.
 */

import { Type } from 'typebox';
import { decisionProperties } from '../decisions.ts';
import { ACCOUNT_OPERATIONS } from './account-operations.ts';
import { AGENT_OPERATIONS } from './agent-operations.ts';
import {
  AnomalyClosingSchema,
  AnomalyItemSchema,
  AnomalyListQuerySchema,
  AnomalyListSchema,
  AnomalyScanSchema,
  AnomalyScanStateSchema,
} from './anomalies.ts';
import { API_KEY_OPERATIONS } from './api-key-operations.ts';
import {
  AuditItemSchema,
  AuditListQuerySchema,
  AuditListSchema,
  AuditProofSchema,
  AuditReplayQuerySchema,
  AuditVerificationSchema,
} from './audit.ts';
import { BILLING_OPERATIONS } from './billing.ts';
import { BUDGET_OPERATIONS } from './budget-operations.ts';
import { CHAT_LINK_OPERATIONS } from './chat-links.ts';
import { CONNECTED_APP_OPERATIONS } from './connected-apps.ts';
import { DashboardQuerySchema, DashboardSchema } from './dashboard.ts';
import { DATA_RIGHTS_OPERATIONS } from './data-rights.ts';
import { DOOR_OPERATIONS } from './doors.ts';
import { EVENT_OPERATIONS } from './event-operations.ts';
import { FACTOR_OPERATIONS } from './factor-operations.ts';
import { GatewayCallListQuerySchema, GatewayCallListSchema } from './gateway-calls.ts';
import { GATEWAY_ROUTE_OPERATIONS } from './gateway-route-operations.ts';
import { GRANT_OPERATIONS } from './grant-operations.ts';
import { GROUP_OPERATIONS } from './groups.ts';
import { GUARDRAIL_OPERATIONS } from './guardrail-operations.ts';
import { INTEGRATION_OPERATIONS } from './integration-operations.ts';
import { INVITATION_OPERATIONS } from './invitation-operations.ts';
import { type AppOperation, EVERY_MEMBER, OWNERS_AND_ADMINS } from './operation.ts';
import { ORGANIZATION_OPERATIONS } from './organization-operations.ts';
import { POLICY_OPERATIONS } from './policy-operations.ts';
import { PROPOSAL_OPERATIONS } from './proposal-operations.ts';
import { RESOURCE_OPERATIONS } from './resource-operations.ts';
import {
  ApprovalOptionsRequestSchema,
  ApprovalOptionsSchema,
  NoteErasureQuerySchema,
  ReviewApprovalSchema,
  ReviewListQuerySchema,
  ReviewListSchema,
  ReviewResolutionSchema,
  WaitingReviewsSchema,
} from './reviews.ts';
import { SCIM_OPERATIONS } from './scim.ts';
import { SESSION_OPERATIONS } from './session-operations.ts';
import { SSO_OPERATIONS } from './sso.ts';
import { TextScanRequestSchema, TextScanSchema } from './text-scan.ts';
import { TOOL_RULE_OPERATIONS } from './tool-rule-operations.ts';
import { UNCONFIRMED_ACCESS_OPERATIONS } from './unconfirmed-access.ts';
import { WEBHOOK_OPERATIONS } from './webhook-operations.ts';

/** The Decision, without its name, because only one schema may have each name. */
const decision = Type.Object(decisionProperties);

export const APP_OPERATIONS = {
  ...ACCOUNT_OPERATIONS,
  ...FACTOR_OPERATIONS,
  ...UNCONFIRMED_ACCESS_OPERATIONS,
  ...DATA_RIGHTS_OPERATIONS,
  ...BILLING_OPERATIONS,
  ...CHAT_LINK_OPERATIONS,
  ...CONNECTED_APP_OPERATIONS,
  ...EVENT_OPERATIONS,
  ...PROPOSAL_OPERATIONS,
  ...GRANT_OPERATIONS,
  ...SESSION_OPERATIONS,
  ...GROUP_OPERATIONS,
  ...SSO_OPERATIONS,
  ...SCIM_OPERATIONS,
  readDashboard: {
    method: 'GET',
    path: '/dashboard',
    who: EVERY_MEMBER,
    query: DashboardQuerySchema,
    body: null,
    success: { status: 200, body: DashboardSchema },
  },
  // Its answer is a stream of server-sent events, which no schema describes.
  openStream: {
    method: 'GET',
    path: '/stream',
    who: EVERY_MEMBER,
    query: null,
    body: null,
    success: { status: 200, body: null },
  },
  countMyReviews: {
    method: 'GET',
    path: '/me/reviews',
    who: EVERY_MEMBER,
    query: null,
    body: null,
    success: { status: 200, body: WaitingReviewsSchema },
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
    body: ReviewApprovalSchema,
    success: { status: 200, body: decision },
  },
  approvalOptions: {
    method: 'POST',
    path: '/reviews/{eventId}/approve/options',
    who: EVERY_MEMBER,
    query: null,
    body: ApprovalOptionsRequestSchema,
    success: { status: 200, body: ApprovalOptionsSchema },
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
    query: NoteErasureQuerySchema,
    body: null,
    success: { status: 204, body: null },
  },
  scanText: {
    method: 'POST',
    path: '/texts/scan',
    who: EVERY_MEMBER,
    onlyAsks: true,
    query: null,
    body: TextScanRequestSchema,
    success: { status: 200, body: TextScanSchema },
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
  readAnomalyScan: {
    method: 'GET',
    path: '/anomalies/scan',
    who: EVERY_MEMBER,
    query: null,
    body: null,
    success: { status: 200, body: AnomalyScanStateSchema },
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
    who: EVERY_MEMBER,
    query: null,
    body: null,
    success: { status: 200, body: AuditVerificationSchema },
  },
  replayAudit: {
    method: 'GET',
    path: '/audit/replay',
    who: EVERY_MEMBER,
    hasEffect: true,
    query: AuditReplayQuerySchema,
    body: null,
    // Lines of JSON, each an `AuditReplayLine`.
    success: { status: 200, body: null },
  },
  exportAudit: {
    method: 'GET',
    path: '/audit/export',
    who: OWNERS_AND_ADMINS,
    hasEffect: true,
    query: null,
    body: null,
    success: { status: 200, body: null },
  },
  readAudit: {
    method: 'GET',
    path: '/audit/{seq}',
    who: EVERY_MEMBER,
    query: null,
    body: null,
    success: { status: 200, body: AuditItemSchema },
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
  ...AGENT_OPERATIONS,
  ...RESOURCE_OPERATIONS,
  ...API_KEY_OPERATIONS,
  ...GATEWAY_ROUTE_OPERATIONS,
  ...INTEGRATION_OPERATIONS,
  ...ORGANIZATION_OPERATIONS,
  ...INVITATION_OPERATIONS,
  ...POLICY_OPERATIONS,
  ...GUARDRAIL_OPERATIONS,
  ...BUDGET_OPERATIONS,
  ...TOOL_RULE_OPERATIONS,
  ...DOOR_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
} as const satisfies Record<string, AppOperation>;

export type AppOperationId = keyof typeof APP_OPERATIONS;
