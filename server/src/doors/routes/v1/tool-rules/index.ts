// SPDX-License-Identifier: Apache-2.0
/** The routes of tool rules. */
import type { ToolRulesApplyRequest } from '@svc/contract';
import { applyToolRulesAs, listToolRulesAs } from '../../../../decisions/machine-api/index.ts';
import type { V1Handlers } from '../register.ts';

export const TOOL_RULES_ROUTES = {
  /** GET /v1/tool-rules: list tool rules. */
  listToolRules: async (deps, _request, access) => await listToolRulesAs(deps, access),

  /** POST /v1/tool-rules/apply: bring the tool rules to the payload. */
  applyToolRules: async (deps, { body }, access) => await applyToolRulesAs(deps, access, body as ToolRulesApplyRequest),
} satisfies Partial<V1Handlers>;
