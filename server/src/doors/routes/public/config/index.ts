// SPDX-License-Identifier: Apache-2.0
/** GET /public/config: the optional parts of this deployment. */
import { ConfigResponseSchema, type PublicConfig } from '@svc/contract';
import type { FastifyInstance } from 'fastify';

export function registerConfig(app: FastifyInstance, capabilities: () => Promise<PublicConfig>): void {
  app.get('/public/config', { schema: { response: { 200: ConfigResponseSchema } } }, capabilities);
}
