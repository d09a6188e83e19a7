// SPDX-License-Identifier: Apache-2.0
/** The contact form. Stored, and limited by address over all processes. */
import { CONTACT_OF_ALL_PER_HOUR, CONTACT_PER_HOUR, type ContactRequest } from '@svc/contract';
import { insertLead } from '../../../../people/leads/index.ts';
import { limitedAddress } from '../../../../platform/addresses/index.ts';
import { hitSharedWindow } from '../../../../storage/limits/index.ts';
import { requestAddress } from '../../../http/index.ts';
import type { V1Handlers } from '../../v1/register.ts';

const OF_ADDRESS = { name: 'contact', hitsMax: CONTACT_PER_HOUR, windowSeconds: 3_600 };
/** It bounds what strangers with many addresses can store. */
const OF_ALL = { name: 'contact of all', hitsMax: CONTACT_OF_ALL_PER_HOUR, windowSeconds: 3_600 };

export const CONTACT_ROUTES = {
  /** POST /public/contact: the contact form. */
  sendContact: async ({ pool, trustedProxies }, request, reply) => {
    await hitSharedWindow(pool, OF_ADDRESS, limitedAddress(requestAddress(request.raw, trustedProxies)));
    await hitSharedWindow(pool, OF_ALL, '');
    await insertLead(pool, request.body as ContactRequest, pool.clock.nowMs());
    return await reply.code(202).send({ received: true });
  },
} satisfies Partial<V1Handlers>;
