// SPDX-License-Identifier: Apache-2.0
/** GET /docs: the API reference for people, written from the contract document. */
import { openApiDocument } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { PAGE_HEADERS } from '../plain-page.ts';
import { referencePage } from './reference-page.ts';

export function registerDocs(app: FastifyInstance, baseUrl: () => string): void {
  for (const path of ['/docs', '/docs/']) {
    app.get(path, { exposeHeadRoute: true }, async (_request, reply) => {
      reply.headers({ ...PAGE_HEADERS, 'cache-control': 'no-cache' }).type('text/html; charset=utf-8');
      return await reply.send(referencePage(openApiDocument(baseUrl())));
    });
  }
}
