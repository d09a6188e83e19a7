// SPDX-License-Identifier: Apache-2.0
/** The rows of the table of app operations for API keys. */
import {
  ApiKeyChangeSchema,
  ApiKeyCreationSchema,
  ApiKeyListQuerySchema,
  ApiKeyListSchema,
  ApiKeyRotationRequestSchema,
  ApiKeyRotationSchema,
  ApiKeySchema,
  CreatedApiKeySchema,
} from './api-keys.ts';
import { type AppOperation, EVERY_MEMBER, OWNERS_AND_ADMINS } from './operation.ts';

export const API_KEY_OPERATIONS = {
  listApiKeys: {
    method: 'GET',
    path: '/api-keys',
    who: EVERY_MEMBER,
    query: ApiKeyListQuerySchema,
    body: null,
    success: { status: 200, body: ApiKeyListSchema },
  },
  createApiKey: {
    method: 'POST',
    path: '/api-keys',
    who: OWNERS_AND_ADMINS,
    recentSignIn: true,
    query: null,
    body: ApiKeyCreationSchema,
    success: { status: 201, body: CreatedApiKeySchema },
  },
  readApiKey: {
    method: 'GET',
    path: '/api-keys/{id}',
    who: EVERY_MEMBER,
    query: null,
    body: null,
    success: { status: 200, body: ApiKeySchema },
  },
  updateApiKey: {
    method: 'PATCH',
    path: '/api-keys/{id}',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: ApiKeyChangeSchema,
    success: { status: 200, body: ApiKeySchema },
  },
  revokeApiKey: {
    method: 'DELETE',
    path: '/api-keys/{id}',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: null,
    success: { status: 204, body: null },
  },
  rotateApiKey: {
    method: 'POST',
    path: '/api-keys/{id}/rotate',
    who: OWNERS_AND_ADMINS,
    recentSignIn: true,
    query: null,
    body: ApiKeyRotationRequestSchema,
    success: { status: 200, body: ApiKeyRotationSchema },
  },
} as const satisfies Record<string, AppOperation>;
