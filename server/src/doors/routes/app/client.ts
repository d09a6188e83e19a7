// SPDX-License-Identifier: Apache-2.0
/** The client of a request. */
import type { FastifyRequest } from 'fastify';
import type { Client } from '../../../people/activity/index.ts';
import { requestAddress } from '../../http/index.ts';
import { deviceCookie } from './cookies.ts';
import type { AppRouteDeps } from './deps.ts';

export function clientOf(request: FastifyRequest, { trustedProxies }: Pick<AppRouteDeps, 'trustedProxies'>): Client {
  return {
    address: requestAddress(request.raw, trustedProxies),
    userAgent: request.headers['user-agent'],
    acceptLanguage: request.headers['accept-language'],
    device: deviceCookie(request),
  };
}
