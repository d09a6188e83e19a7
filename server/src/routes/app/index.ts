/** The routes of the app: for people, by session cookies. */
import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { registerAnomaliesClose } from './anomalies/close/index.ts';
import { registerAnomaliesEraseNote } from './anomalies/erase-note/index.ts';
import { registerAnomaliesList } from './anomalies/list/index.ts';
import { registerAnomaliesScan } from './anomalies/scan/index.ts';
import { registerAuditExport } from './audit/export/index.ts';
import { registerAuditList } from './audit/list/index.ts';
import { registerAuditProve } from './audit/prove/index.ts';
import { registerAuditVerify } from './audit/verify/index.ts';
import { registerDeliveriesList } from './deliveries/list/index.ts';
import { registerDeliveriesRetry } from './deliveries/retry/index.ts';
import type { AppRouteDeps } from './deps.ts';
import { registerEventsList } from './events/list/index.ts';
import { registerEventsRead } from './events/read/index.ts';
import { registerGatewayCallsList } from './gateway-calls/list/index.ts';
import { registerMe } from './me/index.ts';
import { registerOrganizationRead } from './organization/read/index.ts';
import { declarePerson } from './register.ts';
import { registerReviewsApprove } from './reviews/approve/index.ts';
import { registerReviewsDeny } from './reviews/deny/index.ts';
import { registerReviewsEraseNote } from './reviews/erase-note/index.ts';
import { registerReviewsList } from './reviews/list/index.ts';
import { registerSessionCreate } from './session/create/index.ts';
import { registerSessionEnd } from './session/end/index.ts';
import { registerSessionRefresh } from './session/refresh/index.ts';
import { registerUsage } from './usage/index.ts';
import { registerWebhooksCreate } from './webhooks/create/index.ts';
import { registerWebhooksDelete } from './webhooks/delete/index.ts';
import { registerWebhooksList } from './webhooks/list/index.ts';
import { registerWebhooksRead } from './webhooks/read/index.ts';
import { registerWebhooksRecover } from './webhooks/recover/index.ts';
import { registerWebhooksRotateSecret } from './webhooks/rotate-secret/index.ts';
import { registerWebhooksTest } from './webhooks/test/index.ts';
import { registerWebhooksUpdate } from './webhooks/update/index.ts';

/** A scope of their own: no other route reads cookies. */
export function registerAppRoutes(http: FastifyInstance, deps: AppRouteDeps): void {
  http.register(async (app) => {
    await app.register(cookie);
    declarePerson(app);
    for (const register of ROUTES) register(app, deps);
    // The web app is served under /app.
    app.get('/', async (_request, reply) => await reply.redirect('/app', 302));
  });
}

const ROUTES = [
  registerSessionCreate,
  registerSessionRefresh,
  registerSessionEnd,
  registerMe,
  registerOrganizationRead,
  registerUsage,
  registerReviewsList,
  registerReviewsApprove,
  registerReviewsDeny,
  registerReviewsEraseNote,
  registerEventsList,
  registerEventsRead,
  registerAnomaliesList,
  registerAnomaliesClose,
  registerAnomaliesEraseNote,
  registerAnomaliesScan,
  registerAuditList,
  registerAuditVerify,
  registerAuditExport,
  registerAuditProve,
  registerGatewayCallsList,
  registerWebhooksList,
  registerWebhooksCreate,
  registerWebhooksRead,
  registerWebhooksUpdate,
  registerWebhooksDelete,
  registerDeliveriesList,
  registerWebhooksTest,
  registerWebhooksRotateSecret,
  registerWebhooksRecover,
  registerDeliveriesRetry,
];
