// SPDX-License-Identifier: Apache-2.0
/** The documents of this build for programs: the contract, and the changelog. */
import { readFileSync } from 'node:fs';
import { appOpenApiDocument, openApiDocument } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { installed } from '../../../../platform/installation/index.ts';

/** The contract document, and the one of the app's routes. */
const CONTRACTS = { '/openapi.json': openApiDocument, '/app/openapi.json': appOpenApiDocument };

export function registerDocuments(app: FastifyInstance, baseUrl: () => string): void {
  for (const [path, documentOf] of Object.entries(CONTRACTS)) {
    app.get(path, async (_request, reply) => {
      return await reply.type('application/json; charset=utf-8').send(JSON.stringify(documentOf(baseUrl())));
    });
  }
  const changelog = readFileSync(installed('CHANGELOG.md'), 'utf8');
  app.get('/changelog', async (_request, reply) => await reply.type('text/markdown; charset=utf-8').send(changelog));
}
