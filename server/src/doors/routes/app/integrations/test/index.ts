// SPDX-License-Identifier: Apache-2.0
/** POST /integrations/{id}/test: one test message, or one test ticket. */
import type { FastifyInstance } from 'fastify';
import { testIntegration } from '../../../../../decisions/gateways/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { changerOf, registerSignedIn } from '../../register.ts';

export function registerIntegrationsTest(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'testIntegration', async (request, person) => {
    return await testIntegration(deps, changerOf(person), uuidParameter(request, 'id'));
  });
}
