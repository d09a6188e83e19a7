// SPDX-License-Identifier: Apache-2.0
/** The routes of api keys. */
import type { ApiKeyChange, ApiKeyCreation, ApiKeyListQuery, ApiKeyRotationRequest } from '@svc/contract';
import {
  createApiKey,
  listApiKeys,
  readApiKey,
  revokeApiKey,
  rotateApiKey,
  updateApiKey,
} from '../../../../registry/api-keys/index.ts';
import { uuidParameter } from '../parameters.ts';
import { type AppHandlers, changerOf, isRecentlySignedIn, readerOf } from '../register.ts';

export const API_KEYS_ROUTES = {
  /** POST /api-keys: make an API key, whose value the answer shows once. */
  createApiKey: async ({ pool }, request, person, reply) => {
    const made = await createApiKey(pool, changerOf(person), request.body as ApiKeyCreation);
    return await reply.code(201).send(made);
  },

  /** GET /api-keys: list API keys. */
  listApiKeys: async ({ reads }, request, person) => {
    return await listApiKeys(reads, readerOf(person), request.query as ApiKeyListQuery);
  },

  /** GET /api-keys/{id}: an API key. */
  readApiKey: async ({ pool }, request, { organization }) => {
    return await readApiKey(pool, organization.id, uuidParameter(request, 'id'));
  },

  /** DELETE /api-keys/{id}: revoke an API key. */
  revokeApiKey: async ({ pool }, request, person, reply) => {
    await revokeApiKey(pool, changerOf(person), uuidParameter(request, 'id'));
    return await reply.code(204).send();
  },

  /** POST /api-keys/{id}/rotate: replace a key, whose new value the answer shows once. */
  rotateApiKey: async ({ pool }, request, person) => {
    const { graceHours } = request.body as ApiKeyRotationRequest;
    return await rotateApiKey(pool, changerOf(person), uuidParameter(request, 'id'), graceHours);
  },

  /** PATCH /api-keys/{id}: change an API key. */
  updateApiKey: async ({ pool }, request, person) => {
    const change = request.body as ApiKeyChange;
    const isRecent = isRecentlySignedIn(person, pool.clock.nowMs());
    const changer = { ...changerOf(person), isRecent };
    return await updateApiKey(pool, changer, uuidParameter(request, 'id'), change);
  },
} satisfies Partial<AppHandlers>;
