/** GET /public/config: which optional parts this deployment has. */
import { ConfigResponseSchema, type PublicConfig } from '@svc/contract';
import type { FastifyInstance } from 'fastify';

export function registerConfig(app: FastifyInstance, capabilities: PublicConfig): void {
  app.get('/public/config', { schema: { response: { 200: ConfigResponseSchema } } }, async () => capabilities);
}
