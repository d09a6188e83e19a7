// SPDX-License-Identifier: Apache-2.0
/** The rows of the table of app operations for tool rules. */
import { type AppOperation, EVERY_MEMBER, OWNERS_AND_ADMINS } from './operation.ts';
import {
  ToolCallReadingRequestSchema,
  ToolCallReadingSchema,
  ToolRulesChangeSchema,
  ToolRulesCreationSchema,
  ToolRulesDetailSchema,
  ToolRulesListQuerySchema,
  ToolRulesListSchema,
  UnlistedToolListSchema,
} from './tool-rules.ts';

export const TOOL_RULE_OPERATIONS = {
  listToolRules: {
    method: 'GET',
    path: '/tool-rules',
    who: EVERY_MEMBER,
    query: ToolRulesListQuerySchema,
    body: null,
    success: { status: 200, body: ToolRulesListSchema },
  },
  createToolRules: {
    method: 'POST',
    path: '/tool-rules',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: ToolRulesCreationSchema,
    success: { status: 201, body: ToolRulesDetailSchema },
  },
  readToolCall: {
    method: 'POST',
    path: '/tool-rules/reading',
    who: EVERY_MEMBER,
    onlyAsks: true,
    query: null,
    body: ToolCallReadingRequestSchema,
    success: { status: 200, body: ToolCallReadingSchema },
  },
  listUnlistedTools: {
    method: 'GET',
    path: '/tool-rules/unlisted',
    who: EVERY_MEMBER,
    query: null,
    body: null,
    success: { status: 200, body: UnlistedToolListSchema },
  },
  readToolRules: {
    method: 'GET',
    path: '/tool-rules/{id}',
    who: EVERY_MEMBER,
    query: null,
    body: null,
    success: { status: 200, body: ToolRulesDetailSchema },
  },
  updateToolRules: {
    method: 'PATCH',
    path: '/tool-rules/{id}',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: ToolRulesChangeSchema,
    success: { status: 200, body: ToolRulesDetailSchema },
  },
  deleteToolRules: {
    method: 'DELETE',
    path: '/tool-rules/{id}',
    who: OWNERS_AND_ADMINS,
    query: null,
    body: null,
    success: { status: 204, body: null },
  },
} as const satisfies Record<string, AppOperation>;
