// SPDX-License-Identifier: Apache-2.0
/** The wire of the app: bodies, answers and roles of the routes that take session cookies instead of an API key. */
export * from './account.ts';
export * from './agent-access.ts';
export * from './agents.ts';
export * from './analysed-areas.ts';
export * from './anomalies.ts';
export * from './api-keys.ts';
export * from './audit.ts';
export * from './billing.ts';
export * from './budgets.ts';
export type { AppAnswer, AppInput, AppListId, AppQuery } from './call.ts';
export * from './chat-links.ts';
export * from './connected-apps.ts';
export * from './dashboard.ts';
export * from './data-rights.ts';
export * from './doors.ts';
export * from './errors.ts';
export * from './events.ts';
export * from './first-steps.ts';
export * from './gateway-calls.ts';
export * from './gateway-routes.ts';
export * from './grants.ts';
export * from './groups.ts';
export * from './guardrails.ts';
export * from './held-data.ts';
export * from './integrations.ts';
export * from './invitations.ts';
export * from './lgpd-answer.ts';
export type { PageQuery } from './lists.ts';
export * from './members.ts';
export * from './notifications.ts';
export { appOpenApiDocument } from './openapi.ts';
export { type AppOperation, isForOwnPages, isOpenInDemo } from './operation.ts';
export * from './operations.ts';
export * from './organization.ts';
export * from './passkeys.ts';
export * from './policies.ts';
export * from './policy-difference.ts';
export * from './policy-impact.ts';
export * from './policy-versions.ts';
export * from './proposals.ts';
export {
  type Activity,
  ActivitySchema,
  type Conflict,
  ConflictSchema,
  type Referrer,
  ReferrerSchema,
  type UpstreamCheck,
  UpstreamCheckSchema,
} from './records.ts';
export * from './resources.ts';
export * from './reviews.ts';
export * from './scim.ts';
export * from './sessions.ts';
export * from './signing-keys.ts';
export * from './sso.ts';
export * from './text-scan.ts';
export * from './tool-rules.ts';
export * from './unconfirmed-access.ts';
export * from './ways-out.ts';
export * from './webhooks.ts';
