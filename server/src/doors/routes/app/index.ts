// SPDX-License-Identifier: Apache-2.0
/** The routes of the app: for people, by session cookies. */
import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { isSignUpOpen } from '../../../organization/own-account/index.ts';
import { createChainChecks } from '../../../record/audit/index.ts';
import { createChainReplays } from '../../../record/replay/index.ts';
import { BARE_HEADERS } from '../../http/index.ts';
import { sharedProbe } from '../public/shared-probe.ts';
import { ACCOUNT_ROUTES } from './account/index.ts';
import { AGENTS_ROUTES } from './agents/index.ts';
import { ANOMALIES_ROUTES } from './anomalies/index.ts';
import { API_KEYS_ROUTES } from './api-keys/index.ts';
import { AUDIT_ROUTES } from './audit/index.ts';
import { AUTHORIZATIONS_ROUTES } from './authorizations/index.ts';
import { BILLING_ROUTES } from './billing/index.ts';
import { APP_BUDGETS_ROUTES } from './budgets/index.ts';
import { CHAT_LINKS_ROUTES } from './chat-links/index.ts';
import { COMPLIANCE_ROUTES } from './compliance/index.ts';
import { CONNECTED_APPS_ROUTES } from './connected-apps/index.ts';
import { DASHBOARD_ROUTES } from './dashboard/index.ts';
import { DATA_RIGHTS_ROUTES } from './data-rights/index.ts';
import { DELIVERIES_ROUTES } from './deliveries/index.ts';
import type { AppParts, AppRouteDeps } from './deps.ts';
import { DOORS_ROUTES } from './doors/index.ts';
import { EVENTS_ROUTES } from './events/index.ts';
import { GATEWAY_CALLS_ROUTES } from './gateway-calls/index.ts';
import { GRANTS_ROUTES } from './grants/index.ts';
import { GROUPS_ROUTES } from './groups/index.ts';
import { GUARDRAILS_ROUTES } from './guardrails/index.ts';
import { HTTP_ROUTES_ROUTES } from './http-routes/index.ts';
import { INTEGRATIONS_ROUTES } from './integrations/index.ts';
import { INVITATIONS_ROUTES } from './invitations/index.ts';
import { MCP_ROUTES_ROUTES } from './mcp-routes/index.ts';
import { ME_ROUTES } from './me/index.ts';
import { MEMBERS_ROUTES } from './members/index.ts';
import { MFA_ROUTES } from './mfa/index.ts';
import { NOTIFICATIONS_ROUTES } from './notifications/index.ts';
import { ORGANIZATION_ROUTES } from './organization/index.ts';
import { PASSKEYS_ROUTES } from './passkeys/index.ts';
import { POLICIES_ROUTES } from './policies/index.ts';
import { POLICY_VERSIONS_ROUTES } from './policy-versions/index.ts';
import { PROPOSALS_ROUTES } from './proposals/index.ts';
import { type AppHandlers, declarePerson, registerOperations } from './register.ts';
import { RESOURCES_ROUTES } from './resources/index.ts';
import { REVIEWS_ROUTES } from './reviews/index.ts';
import { SCIM_ROUTES } from './scim/index.ts';
import { SESSION_ROUTES } from './session/index.ts';
import { SSO_ROUTES } from './sso/index.ts';
import { STREAM_ROUTES } from './stream/index.ts';
import { TEXTS_ROUTES } from './texts/index.ts';
import { APP_TOOL_RULES_ROUTES } from './tool-rules/index.ts';
import { UNCONFIRMED_ACCESS_ROUTES } from './unconfirmed-access/index.ts';
import { USAGE_ROUTES } from './usage/index.ts';
import { WEBHOOKS_ROUTES } from './webhooks/index.ts';

/** A scope of their own: no other route reads cookies. */
export function registerAppRoutes(http: FastifyInstance, given: AppParts): void {
  const deps: AppRouteDeps = {
    ...given,
    chainChecks: createChainChecks(given.reads.pool, given.checkpoints, given.archive),
    chainReplays: createChainReplays(given.reads.pool, given.checkpoints, given.archive),
    isSignUpOpen: sharedProbe(() => isSignUpOpen(given.pool, given.signup)),
  };
  http.register(async (app) => {
    await app.register(cookie);
    declarePerson(app);
    registerOperations(app, deps, HANDLERS);
    // The web app is served under /app.
    app.get('/', async (_request, reply) => await reply.headers(BARE_HEADERS).redirect('/app', 302));
  });
}

const HANDLERS: AppHandlers = {
  ...ACCOUNT_ROUTES,
  ...AGENTS_ROUTES,
  ...ANOMALIES_ROUTES,
  ...API_KEYS_ROUTES,
  ...AUDIT_ROUTES,
  ...AUTHORIZATIONS_ROUTES,
  ...BILLING_ROUTES,
  ...CHAT_LINKS_ROUTES,
  ...COMPLIANCE_ROUTES,
  ...CONNECTED_APPS_ROUTES,
  ...DASHBOARD_ROUTES,
  ...DATA_RIGHTS_ROUTES,
  ...DELIVERIES_ROUTES,
  ...DOORS_ROUTES,
  ...EVENTS_ROUTES,
  ...GATEWAY_CALLS_ROUTES,
  ...APP_BUDGETS_ROUTES,
  ...APP_TOOL_RULES_ROUTES,
  ...GRANTS_ROUTES,
  ...GROUPS_ROUTES,
  ...GUARDRAILS_ROUTES,
  ...HTTP_ROUTES_ROUTES,
  ...INTEGRATIONS_ROUTES,
  ...INVITATIONS_ROUTES,
  ...MCP_ROUTES_ROUTES,
  ...ME_ROUTES,
  ...MEMBERS_ROUTES,
  ...MFA_ROUTES,
  ...NOTIFICATIONS_ROUTES,
  ...ORGANIZATION_ROUTES,
  ...PASSKEYS_ROUTES,
  ...POLICIES_ROUTES,
  ...POLICY_VERSIONS_ROUTES,
  ...PROPOSALS_ROUTES,
  ...RESOURCES_ROUTES,
  ...REVIEWS_ROUTES,
  ...SESSION_ROUTES,
  ...SCIM_ROUTES,
  ...SSO_ROUTES,
  ...STREAM_ROUTES,
  ...TEXTS_ROUTES,
  ...UNCONFIRMED_ACCESS_ROUTES,
  ...USAGE_ROUTES,
  ...WEBHOOKS_ROUTES,
};
