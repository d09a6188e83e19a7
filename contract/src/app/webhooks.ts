// SPDX-License-Identifier: Apache-2.0
/** Webhook endpoints and the log of their deliveries. Only the operation that creates a secret shows it, once. */
import { type Static, Type } from 'typebox';
import { DELIVERY_STATUSES, WEBHOOK_DISABLED_REASONS, WEBHOOK_FORMATS, WEBHOOK_TYPES } from '../enums.ts';
import { DESCRIPTION_CHARACTERS_MAX, URL_CHARACTERS_MAX, WEBHOOK_SECRET_CHARACTERS_MAX } from '../limits.ts';
import { dateTime, multilineText, nullable, nullableEnum, strictObject, stringEnum, uuid } from '../schema.ts';
import { listOf, pageProperties, searchedListOf } from './lists.ts';

const webhookProperties = {
  id: uuid(),
  url: Type.String(),
  description: nullable(Type.String()),
  format: stringEnum(WEBHOOK_FORMATS),
  createdAt: dateTime(),
  updatedAt: dateTime(),
  disabledAt: nullable(dateTime()),
  disabledReason: nullableEnum(WEBHOOK_DISABLED_REASONS),
  failingSince: nullable(dateTime({ description: 'Since then every attempt has failed.' })),
  hasBeenCalled: Type.Boolean({ description: 'false: nothing has been sent to this address yet.' }),
  held: nullable(
    Type.Object(
      {
        since: dateTime(),
        skipped: Type.Integer({ description: 'Events that made no delivery so far.' }),
      },
      {
        description:
          'Set while the maximum of deliveries waits: events are counted, and one delivery reports them at the end.',
      },
    ),
  ),
  nextSecretAt: nullable(dateTime({ description: 'When the secret that was made last begins to sign.' })),
};

export const WebhookSchema = Type.Object(webhookProperties);
export type Webhook = Static<typeof WebhookSchema>;

export const WebhookListQuerySchema = strictObject(pageProperties);
export type WebhookListQuery = Static<typeof WebhookListQuerySchema>;

export const WebhookListSchema = listOf(WebhookSchema);
export type WebhookList = Static<typeof WebhookListSchema>;

const url = Type.String({
  minLength: 1,
  maxLength: URL_CHARACTERS_MAX,
  description: 'An http or https address without credentials and fragment.',
});
const format = stringEnum(WEBHOOK_FORMATS, {
  description:
    'SVC when it is left out. STANDARD_WEBHOOKS adds the headers of Standard Webhooks; CLOUDEVENTS sends a CloudEvent.',
});
const description = nullable(multilineText({ minLength: 1, maxLength: DESCRIPTION_CHARACTERS_MAX }));

export const WebhookCreationSchema = strictObject({
  url,
  description: Type.Optional(description),
  format: Type.Optional(format),
  secret: Type.Optional(
    Type.String({ maxLength: WEBHOOK_SECRET_CHARACTERS_MAX, description: 'Made by the service when it is left out.' }),
  ),
});
export type WebhookCreation = Static<typeof WebhookCreationSchema>;

export const CreatedWebhookSchema = Type.Object({
  ...webhookProperties,
  secret: Type.String({ description: 'Shown this once.' }),
});
export type CreatedWebhook = Static<typeof CreatedWebhookSchema>;

/** Omitted fields keep their value. */
export const WebhookChangeSchema = strictObject({
  url: Type.Optional(url),
  description: Type.Optional(description),
  format: Type.Optional(format),
  enabled: Type.Optional(Type.Boolean({ description: 'false: nothing is sent to it. true: it begins anew.' })),
});
export type WebhookChange = Static<typeof WebhookChangeSchema>;

const recoveryProperties = {
  id: uuid(),
  from: dateTime(),
  to: dateTime(),
  createdAt: dateTime(),
  finishedAt: nullable(dateTime()),
  recovered: Type.Integer({ description: 'Deliveries that were put back so far.' }),
};

export const WebhookRecoverySchema = Type.Object(recoveryProperties);
export type WebhookRecovery = Static<typeof WebhookRecoverySchema>;

export const WebhookDetailSchema = Type.Object({
  ...webhookProperties,
  recoveries: Type.Array(Type.Object(recoveryProperties), { description: 'The last ones, newest first.' }),
});
export type WebhookDetail = Static<typeof WebhookDetailSchema>;

const attempt = Type.Object({
  attempt: Type.Integer(),
  at: dateTime(),
  status: nullable(Type.Integer({ description: 'The status of the answer.' })),
  error: nullable(Type.String({ description: 'Why there was no whole answer.' })),
  latencyMs: nullable(Type.Integer()),
  answer: nullable(Type.String({ description: 'The first 2 KB of the answer.' })),
});

const deliveryProperties = {
  id: uuid(),
  webhookId: uuid(),
  type: stringEnum(WEBHOOK_TYPES),
  types: Type.Array(stringEnum(WEBHOOK_TYPES)),
  eventId: Type.String(),
  createdAt: dateTime(),
  status: stringEnum(DELIVERY_STATUSES),
  settledAt: nullable(dateTime({ description: 'When it arrived, or was given up.' })),
  attempts: Type.Integer({ description: 'The number of attempts begun.' }),
  nextAttemptAt: nullable(dateTime({ description: 'null while an attempt is under way, and when none follows.' })),
  body: nullable(Type.String({ description: 'The body that is sent, to the byte. Null before the first attempt.' })),
  log: Type.Array(attempt, { description: 'Attempts that ended, newest first; the last 20 of them.' }),
};

export const DeliverySchema = Type.Object(deliveryProperties);
export type Delivery = Static<typeof DeliverySchema>;

export const DeliveryListQuerySchema = strictObject({
  ...pageProperties,
  status: Type.Optional(stringEnum(DELIVERY_STATUSES)),
});
export type DeliveryListQuery = Static<typeof DeliveryListQuerySchema>;

export const DeliveryListSchema = searchedListOf(Type.Object(deliveryProperties));
export type DeliveryList = Static<typeof DeliveryListSchema>;

export const SecretRotationRequestSchema = strictObject({
  now: Type.Optional(Type.Boolean({ description: 'The new secret signs at once, not from 24 hours later.' })),
});
export type SecretRotationRequest = Static<typeof SecretRotationRequestSchema>;

export const SecretRotationSchema = Type.Object({
  secret: Type.String({ description: 'Shown this once.' }),
  signsFrom: dateTime(),
});
export type SecretRotation = Static<typeof SecretRotationSchema>;

/** Both are needed. The server checks them after the webhook, so that a stranger learns nothing about it. */
export const RecoveryRequestSchema = strictObject({
  from: Type.Optional(dateTime({ description: 'Deliveries made at this moment or later.' })),
  to: Type.Optional(dateTime({ description: 'Deliveries made before this moment.' })),
});
export type RecoveryRequest = Static<typeof RecoveryRequestSchema>;
