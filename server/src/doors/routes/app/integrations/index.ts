// SPDX-License-Identifier: Apache-2.0
/** The routes of integrations. */

import type { IntegrationChange, IntegrationCreation, IntegrationListQuery } from '@svc/contract';
import { checkIntegration, testIntegration } from '../../../../decisions/gateways/index.ts';
import {
  createIntegration,
  deleteIntegration,
  listIntegrations,
  readIntegration,
  updateIntegration,
} from '../../../../registry/integrations/index.ts';
import { uuidParameter } from '../parameters.ts';
import { type AppHandlers, changerOf, isRecentlySignedIn, readerOf } from '../register.ts';

export const INTEGRATIONS_ROUTES = {
  /** GET /integrations/{id}/check: try its address by one call. */
  checkIntegration: async (deps, request, person) => {
    return await checkIntegration(deps, changerOf(person), uuidParameter(request, 'id'));
  },

  /** POST /integrations: make an integration. */
  createIntegration: async (deps, request, person, reply) => {
    const made = await createIntegration(deps.pool, deps, changerOf(person), request.body as IntegrationCreation);
    return await reply.code(201).send(made);
  },

  /** DELETE /integrations/{id}: delete an integration. */
  deleteIntegration: async ({ pool, vault }, request, person, reply) => {
    await deleteIntegration(pool, vault, changerOf(person), uuidParameter(request, 'id'));
    return await reply.code(204).send();
  },

  /** GET /integrations: list integrations. */
  listIntegrations: async (deps, request, person) => {
    return await listIntegrations(deps, readerOf(person), request.query as IntegrationListQuery);
  },

  /** GET /integrations/{id}: an integration, with the routes that use it. */
  readIntegration: async ({ pool, vault }, request, { organization }) => {
    return await readIntegration(pool, organization.id, uuidParameter(request, 'id'), vault);
  },

  /** POST /integrations/{id}/test: one test message, or one test ticket. */
  testIntegration: async (deps, request, person) => {
    return await testIntegration(deps, changerOf(person), uuidParameter(request, 'id'));
  },

  /** PATCH /integrations/{id}: change an integration. */
  updateIntegration: async (deps, request, person) => {
    const change = request.body as IntegrationChange;
    const changer = { ...changerOf(person), isRecent: isRecentlySignedIn(person, deps.pool.clock.nowMs()) };
    return await updateIntegration(deps.pool, deps, changer, uuidParameter(request, 'id'), change);
  },
} satisfies Partial<AppHandlers>;
