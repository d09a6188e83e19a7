// SPDX-License-Identifier: Apache-2.0
/** The rows of the table of app operations for agents. */
import { AgentAccessSchema } from './agent-access.ts';
import {
  AgentChangeSchema,
  AgentCreationSchema,
  AgentDetailSchema,
  AgentListQuerySchema,
  AgentListSchema,
  AgentReadQuerySchema,
  AgentSchema,
  AgentStatusActSchema,
} from './agents.ts';
import { type AppOperation, EVERY_MEMBER, OWNERS_AND_ADMINS } from './operation.ts';

export const AGENT_OPERATIONS = {
  listAgents: {
    method: 'GET',
    path: '/agents',
    who: EVERY_MEMBER,
    query: AgentListQuerySchema,
    body: null,
    success: { status: 200, body: AgentListSchema },
  },
  createAgent: {
    method: 'POST',
    path: '/agents',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: AgentCreationSchema,
    success: { status: 201, body: AgentSchema },
  },
  readAgent: {
    method: 'GET',
    path: '/agents/{id}',
    who: EVERY_MEMBER,
    query: AgentReadQuerySchema,
    body: null,
    success: { status: 200, body: AgentDetailSchema },
  },
  readAgentAccess: {
    method: 'GET',
    path: '/agents/{id}/access',
    who: EVERY_MEMBER,
    query: null,
    body: null,
    success: { status: 200, body: AgentAccessSchema },
  },
  updateAgent: {
    method: 'PATCH',
    path: '/agents/{id}',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: AgentChangeSchema,
    success: { status: 200, body: AgentSchema },
  },
  deleteAgent: {
    method: 'DELETE',
    path: '/agents/{id}',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: null,
    success: { status: 204, body: null },
  },
  pauseAgent: {
    method: 'POST',
    path: '/agents/{id}/pause',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: AgentStatusActSchema,
    success: { status: 200, body: AgentSchema },
  },
  resumeAgent: {
    method: 'POST',
    path: '/agents/{id}/resume',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: AgentStatusActSchema,
    success: { status: 200, body: AgentSchema },
  },
  // Every reason of an agent at once: they are about the same act, and an erasure must leave none behind.
  eraseAgentReasons: {
    method: 'POST',
    path: '/agents/{id}/erase-reasons',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: null,
    success: { status: 204, body: null },
  },
} as const satisfies Record<string, AppOperation>;
