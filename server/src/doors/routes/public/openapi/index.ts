// SPDX-License-Identifier: Apache-2.0
/** GET /openapi.json and GET /app/openapi.json: the contract document, and the one of the app's routes. */
import { appOpenApiDocument, openApiDocument } from '@svc/contract';
import type { FastifyInstance } from 'fastify';

const DOCUMENTS = { '/openapi.json': openApiDocument, '/app/openapi.json': appOpenApiDocument };

export function registerOpenApi(app: FastifyInstance, baseUrl: () => string): void {
  for (const [path, documentOf] of Object.entries(DOCUMENTS)) {
    app.get(path, async (_request, reply) => {
      return await reply.type('application/json; charset=utf-8').send(JSON.stringify(documentOf(baseUrl())));
    });
  }
}
