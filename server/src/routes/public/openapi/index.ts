/** GET /openapi.json: the contract document. */
import { openApiDocument } from '@svc/contract';
import type { FastifyInstance } from 'fastify';

export function registerOpenApi(app: FastifyInstance, baseUrl: () => string): void {
  app.get('/openapi.json', async (_request, reply) => {
    return await reply.type('application/json; charset=utf-8').send(JSON.stringify(openApiDocument(baseUrl())));
  });
}
