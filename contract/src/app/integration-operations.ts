// SPDX-License-Identifier: Apache-2.0
/** The rows of the table of app operations for integrations. */
import {
  IntegrationChangeSchema,
  IntegrationCreationSchema,
  IntegrationItemSchema,
  IntegrationListQuerySchema,
  IntegrationListSchema,
  IntegrationSchema,
} from './integrations.ts';
import { type AppOperation, EVERY_MEMBER, OWNERS_AND_ADMINS } from './operation.ts';
import { UpstreamCheckSchema } from './records.ts';

export const INTEGRATION_OPERATIONS = {
  listIntegrations: {
    method: 'GET',
    path: '/integrations',
    who: EVERY_MEMBER,
    query: IntegrationListQuerySchema,
    body: null,
    success: { status: 200, body: IntegrationListSchema },
  },
  createIntegration: {
    method: 'POST',
    path: '/integrations',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: IntegrationCreationSchema,
    success: { status: 201, body: IntegrationSchema },
  },
  readIntegration: {
    method: 'GET',
    path: '/integrations/{id}',
    who: EVERY_MEMBER,
    query: null,
    body: null,
    success: { status: 200, body: IntegrationItemSchema },
  },
  updateIntegration: {
    method: 'PATCH',
    path: '/integrations/{id}',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: IntegrationChangeSchema,
    success: { status: 200, body: IntegrationSchema },
  },
  checkIntegration: {
    method: 'GET',
    path: '/integrations/{id}/check',
    who: OWNERS_AND_ADMINS,
    asksUpstream: true,
    query: null,
    body: null,
    success: { status: 200, body: UpstreamCheckSchema },
  },
  testIntegration: {
    method: 'POST',
    path: '/integrations/{id}/test',
    who: OWNERS_AND_ADMINS,
    asksUpstream: true,
    query: null,
    body: null,
    success: { status: 200, body: UpstreamCheckSchema },
  },
  deleteIntegration: {
    method: 'DELETE',
    path: '/integrations/{id}',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: null,
    success: { status: 204, body: null },
  },
} as const satisfies Record<string, AppOperation>;
