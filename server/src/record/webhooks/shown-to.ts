// SPDX-License-Identifier: Apache-2.0
/** The parts of endpoints and deliveries that a role sees. Addresses and answers often hold secrets. */
import type { Delivery, Role, Webhook } from '@svc/contract';
import { shownAddress } from '../../outgoing/egress/index.ts';

/** Owners and admins see the whole address; members its scheme and host. */
export function webhookFor<Shown extends Webhook>(role: Role, webhook: Shown): Shown {
  return role === 'MEMBER' ? { ...webhook, url: shownAddress(webhook.url) } : webhook;
}

/** Owners and admins see what receivers answered; members the statuses alone. */
export function deliveryFor(role: Role, delivery: Delivery): Delivery {
  if (role !== 'MEMBER') return delivery;
  return { ...delivery, log: delivery.log.map((attempt) => ({ ...attempt, answer: null })) };
}
