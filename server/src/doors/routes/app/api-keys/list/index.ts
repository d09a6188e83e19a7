// SPDX-License-Identifier: Apache-2.0
/** GET /api-keys: list API keys. */
import type { ApiKeyListQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { listApiKeys } from '../../../../../registry/api-keys/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { readerOf, registerSignedIn } from '../../register.ts';

export function registerApiKeysList(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'listApiKeys', async (request, person) => {
    return await listApiKeys(deps.reads, readerOf(person), request.query as ApiKeyListQuery);
  });
}
