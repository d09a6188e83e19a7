/** The routes of the app: for people, by session cookies. */
import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { registerAnomalies } from './anomalies/index.ts';
import { registerAnomaliesClose } from './anomalies-close/index.ts';
import { registerAnomaliesEraseNote } from './anomalies-erase-note/index.ts';
import { registerAnomaliesScan } from './anomalies-scan/index.ts';
import { registerAudit } from './audit/index.ts';
import { registerAuditExport } from './audit-export/index.ts';
import { registerAuditProof } from './audit-proof/index.ts';
import { registerAuditVerify } from './audit-verify/index.ts';
import { registerAuthLogin } from './auth-login/index.ts';
import { registerAuthLogout } from './auth-logout/index.ts';
import { registerAuthRefresh } from './auth-refresh/index.ts';
import { registerDeliveriesRetry } from './deliveries-retry/index.ts';
import type { AppRouteDependencies } from './dependencies.ts';
import { registerEvents } from './events/index.ts';
import { registerEventsDetail } from './events-detail/index.ts';
import { registerGatewayCalls } from './gateway-calls/index.ts';
import { registerMe } from './me/index.ts';
import { registerOrganization } from './organization/index.ts';
import { declarePerson } from './register.ts';
import { registerReviews } from './reviews/index.ts';
import { registerReviewsApprove } from './reviews-approve/index.ts';
import { registerReviewsDeny } from './reviews-deny/index.ts';
import { registerReviewsEraseNote } from './reviews-erase-note/index.ts';
import { registerUsage } from './usage/index.ts';
import { registerWebhooks } from './webhooks/index.ts';
import { registerWebhooksCreate } from './webhooks-create/index.ts';
import { registerWebhooksDelete } from './webhooks-delete/index.ts';
import { registerWebhooksDeliveries } from './webhooks-deliveries/index.ts';
import { registerWebhooksDetail } from './webhooks-detail/index.ts';
import { registerWebhooksRecover } from './webhooks-recover/index.ts';
import { registerWebhooksRotateSecret } from './webhooks-rotate-secret/index.ts';
import { registerWebhooksTest } from './webhooks-test/index.ts';
import { registerWebhooksUpdate } from './webhooks-update/index.ts';

/** In a scope of their own: no other route reads cookies. */
export function registerAppRoutes(http: FastifyInstance, using: AppRouteDependencies): void {
  http.register(async (app) => {
    await app.register(cookie);
    declarePerson(app);
    for (const register of ROUTES) register(app, using);
    // The web app is served under /app.
    app.get('/', async (_request, reply) => await reply.redirect('/app', 302));
  });
}

const ROUTES = [
  registerAuthLogin,
  registerAuthRefresh,
  registerAuthLogout,
  registerMe,
  registerOrganization,
  registerUsage,
  registerReviews,
  registerReviewsApprove,
  registerReviewsDeny,
  registerReviewsEraseNote,
  registerEvents,
  registerEventsDetail,
  registerAnomalies,
  registerAnomaliesClose,
  registerAnomaliesEraseNote,
  registerAnomaliesScan,
  registerAudit,
  registerAuditVerify,
  registerAuditExport,
  registerAuditProof,
  registerGatewayCalls,
  registerWebhooks,
  registerWebhooksCreate,
  registerWebhooksDetail,
  registerWebhooksUpdate,
  registerWebhooksDelete,
  registerWebhooksDeliveries,
  registerWebhooksTest,
  registerWebhooksRotateSecret,
  registerWebhooksRecover,
  registerDeliveriesRetry,
];
