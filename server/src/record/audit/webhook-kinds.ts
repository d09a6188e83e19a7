// SPDX-License-Identifier: Apache-2.0
/** The metadata of audit entries about what becomes of webhook endpoints and their deliveries. */
import type { AuditKind } from './audit-kind.ts';

export const WEBHOOK_KINDS = {
  'webhook.tested': {
    meaning: 'A person asked for a test delivery to a webhook endpoint.',
    fields: ['deliveryId', 'eventId', 'source'],
  },
  'webhook.secret_rotated': {
    meaning: 'A person made a new secret for a webhook endpoint, which signs from `signsFrom` on.',
    fields: ['signsFrom', 'source'],
  },
  'webhook.recovered': {
    meaning:
      'A person had the failed deliveries of a webhook endpoint sent again that were made at `from` or later and ' +
      'before `to`.',
    fields: ['from', 'recoveryId', 'source', 'to'],
  },
  'delivery.retried': {
    meaning: 'A person had one webhook delivery sent again. The subject is the delivery.',
    fields: ['eventId', 'source', 'webhookId'],
  },
  'webhook.disabled': {
    meaning:
      'A webhook endpoint was disabled. `reason` is `manual` when a person did it; the service does it by itself for ' +
      '`gone`: it answered 410, and `failing`: it had failed everything for five days.',
    fields: ['reason'],
    optional: { source: 'when a person did it' },
  },
  'webhook.held': {
    meaning:
      'So many deliveries waited for a webhook endpoint that no more were made. Events are counted for it, the first ' +
      'of them made at `from`.',
    fields: ['from'],
  },
  'webhook.resumed': {
    meaning:
      'Deliveries are made for a webhook endpoint again. The delivery `deliveryId` tells it of the `skipped` events ' +
      'that made none.',
    fields: ['deliveryId', 'skipped'],
  },
} as const satisfies Record<string, AuditKind>;
