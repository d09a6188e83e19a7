// SPDX-License-Identifier: Apache-2.0
/** The rows of the table of machine operations for tool rules. */
import type { Operation } from './operation.ts';

export const TOOL_RULE_OPERATIONS_OF_KEYS = {
  listToolRules: {
    method: 'GET',
    path: '/v1/tool-rules',
    tag: 'Policies',
    summary: 'List tool rules',
    description: 'All sets of tool rules of the organization, sorted by name in Unicode code point order.',
    permission: 'read',
    idempotent: false,
    pathParameters: [],
    request: null,
    success: { status: 200, schema: 'ToolRulesListResponse' },
    errors: [401, 403, 429, 503],
  },
  applyToolRules: {
    method: 'POST',
    path: '/v1/tool-rules/apply',
    tag: 'Policies',
    summary: 'Apply tool rules',
    description:
      'Creates, updates and, with `prune`, deletes sets of tool rules by name, in one transaction. Needs an org-wide ' +
      'LIVE key. With `dryRun` it answers the plan and writes nothing.',
    permission: 'apply',
    idempotent: false,
    pathParameters: [],
    request: 'ToolRulesApplyRequest',
    success: { status: 200, schema: 'ToolRulesApplyResponse' },
    errors: [400, 401, 403, 409, 413, 429, 503],
  },
} as const satisfies Record<string, Operation>;
