// SPDX-License-Identifier: Apache-2.0
/** The route by which a directory ends sessions by itself: a form with one signed token, from no browser of ours. */
import type { FastifyInstance } from 'fastify';
import {
  BACK_CHANNEL_PATH,
  type BackChannel,
  LOGOUTS_PER_ADDRESS_AND_MINUTE,
} from '../../../organization/sso/index.ts';
import { type AddressList, limitedAddress } from '../../../platform/addresses/index.ts';
import type { Clock } from '../../../platform/clock/index.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import { processWindow } from '../../../platform/rates/index.ts';
import { BARE_HEADERS, requestAddress } from '../../http/index.ts';

export interface SsoRouteDeps {
  backChannel: BackChannel;
  clock: Clock;
  trustedProxies: AddressList;
}

const FORM_BYTES_MAX = 20_000;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function registerSsoRoutes(http: FastifyInstance, { backChannel, clock, trustedProxies }: SsoRouteDeps): void {
  const requests = processWindow(LOGOUTS_PER_ADDRESS_AND_MINUTE);
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const form = { parseAs: 'string', bodyLimit: FORM_BYTES_MAX } as const;
    scope.addContentTypeParser('application/x-www-form-urlencoded', form, (_request, body, done) => {
      done(null, new URLSearchParams(String(body)));
    });
    scope.post(BACK_CHANNEL_PATH, {
      onRequest: async (request, reply) => {
        reply.headers(BARE_HEADERS);
        const address = limitedAddress(requestAddress(request.raw, trustedProxies));
        const retryAfterSeconds = requests.hit(address, clock.nowMs());
        if (retryAfterSeconds > 0) throw new ApiError('rate_limited', { retryAfterSeconds });
      },
      handler: async (request, reply) => {
        const { organizationId } = request.params as { organizationId: string };
        const token = request.body instanceof URLSearchParams ? request.body.get('logout_token') : null;
        const id = organizationId.toLowerCase();
        const hasEnded = token !== null && UUID.test(id) && (await backChannel.end(id, token));
        return await reply.code(hasEnded ? 200 : 400).send(hasEnded ? '' : { error: 'invalid_request' });
      },
    });
  });
}
