// SPDX-License-Identifier: Apache-2.0
/** The routes of webhooks. */
import {
  fieldFault,
  type RecoveryRequest,
  type SecretRotationRequest,
  type WebhookChange,
  type WebhookCreation,
  type WebhookListQuery,
} from '@svc/contract';
import { invalid } from '../../../../platform/errors/index.ts';
import { momentIn, pageOf, UUID_MARK } from '../../../../platform/pagination/index.ts';
import {
  beginRecovery,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  readWebhook,
  rotateSecret,
  sendTest,
  type TimeRange,
  updateWebhook,
  webhookFor,
} from '../../../../record/webhooks/index.ts';
import { uuidParameter } from '../parameters.ts';
import { type AppHandlers, readerOf } from '../register.ts';
import { countSendByHand } from '../sends-by-hand.ts';

export const WEBHOOKS_ROUTES = {
  /** POST /webhooks: make a webhook endpoint. */
  createWebhook: async (deps, request, { user, organization }, reply) => {
    const changer = { accountId: user.id, organizationId: organization.id };
    const webhook = await createWebhook(deps, changer, request.body as WebhookCreation);
    return await reply.code(201).send(webhook);
  },

  /** DELETE /webhooks/{id}: delete a webhook endpoint. */
  deleteWebhook: async ({ pool }, request, { user, organization }, reply) => {
    const changer = { accountId: user.id, organizationId: organization.id };
    await deleteWebhook(pool, changer, uuidParameter(request, 'id'));
    return await reply.code(204).send();
  },

  /** GET /webhooks: list webhook endpoints. */
  listWebhooks: async ({ reads }, request, person) => {
    const page = pageOf(request.query as WebhookListQuery, UUID_MARK);
    const list = await listWebhooks(reads, readerOf(person), page);
    return { ...list, items: list.items.map((webhook) => webhookFor(person.organization.role, webhook)) };
  },

  /** GET /webhooks/{id}: a webhook endpoint, its health and its recoveries. */
  readWebhook: async ({ pool }, request, { organization }) => {
    const webhook = await readWebhook(pool, organization.id, uuidParameter(request, 'id'));
    return webhookFor(organization.role, webhook);
  },

  /** POST /webhooks/{id}/recover: send the failed deliveries of a range of time again. */
  recoverWebhook: async (deps, request, { user, organization }) => {
    await countSendByHand(deps, organization.id);
    const body = request.body as RecoveryRequest;
    const changer = { accountId: user.id, organizationId: organization.id };
    return await beginRecovery(deps.pool, changer, uuidParameter(request, 'id'), () => rangeOf(body));
  },

  /** POST /webhooks/{id}/rotate-secret: make a new secret, which the answer shows once. */
  rotateWebhookSecret: async ({ pool, vault }, request, { user, organization }) => {
    const { now = false } = request.body as SecretRotationRequest;
    const changer = { accountId: user.id, organizationId: organization.id };
    return await rotateSecret(pool, vault, changer, uuidParameter(request, 'id'), now);
  },

  /** POST /webhooks/{id}/test: send a test delivery. */
  testWebhook: async (deps, request, { user, organization }) => {
    await countSendByHand(deps, organization.id);
    const changer = { accountId: user.id, organizationId: organization.id };
    return await sendTest(deps.pool, changer, uuidParameter(request, 'id'));
  },

  /** PATCH /webhooks/{id}: change a webhook endpoint, enable it, or disable it. */
  updateWebhook: async (deps, request, { user, organization }) => {
    const changer = { accountId: user.id, organizationId: organization.id };
    return await updateWebhook(deps, changer, uuidParameter(request, 'id'), request.body as WebhookChange);
  },
} satisfies Partial<AppHandlers>;

/** @throws ApiError 400 */
function rangeOf({ from, to }: RecoveryRequest): TimeRange {
  if (from === undefined) throw invalid('from', fieldFault('REQUIRED'));
  if (to === undefined) throw invalid('to', fieldFault('REQUIRED'));
  const range = { fromMs: momentIn('from', from), toMs: momentIn('to', to) };
  if (!(range.fromMs < range.toMs)) throw invalid('to', 'must be after `from`');
  return range;
}
