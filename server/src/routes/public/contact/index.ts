/** POST /public/contact: the contact form. Stored, and limited by address over all processes. */
import { CONTACT_PER_HOUR, type ContactRequest } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { AddressList } from '../../../addresses/index.ts';
import { requestAddress } from '../../../http/index.ts';
import { insertLead } from '../../../leads/index.ts';
import { hitSharedWindow } from '../../../rates/index.ts';
import { registerOpen } from '../../register.ts';

const CONTACT_RATE = { name: 'contact', hitsMax: CONTACT_PER_HOUR, windowSeconds: 3_600 };

export function registerContact(app: FastifyInstance, pool: pg.Pool, trustedProxies: AddressList): void {
  registerOpen(app, 'sendContact', async (request, reply) => {
    await hitSharedWindow(pool, CONTACT_RATE, requestAddress(request.raw, trustedProxies));
    await insertLead(pool, request.body as ContactRequest, Date.now());
    return await reply.code(202).send({ received: true });
  });
}
