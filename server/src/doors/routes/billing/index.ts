// SPDX-License-Identifier: Apache-2.0
/** POST /billing/webhook: signed by the payment processor, and by no session. A scope of its own takes raw bytes. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type BillingDeps, EVENT_BYTES_MAX, handleEvent } from '../../../organization/billing/index.ts';
import { ApiError } from '../../../platform/errors/index.ts';

/** Without a processor there is no such route. */
export function registerBillingRoutes(http: FastifyInstance, deps: BillingDeps): void {
  const { processor } = deps;
  if (processor === null) return;
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: EVENT_BYTES_MAX },
      async (_request: FastifyRequest, body: Buffer) => body,
    );
    scope.route({
      method: 'POST',
      url: '/billing/webhook',
      bodyLimit: EVENT_BYTES_MAX,
      handler: async (request, reply) => {
        if (!Buffer.isBuffer(request.body)) throw new ApiError('unauthorized', { message: 'The request is empty.' });
        const signature = request.headers['stripe-signature'];
        await handleEvent(deps, processor, {
          body: request.body,
          signature: typeof signature === 'string' ? signature : undefined,
        });
        return await reply.code(200).send({ received: true });
      },
    });
  });
}
