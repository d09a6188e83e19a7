// SPDX-License-Identifier: Apache-2.0
/**
 * Owns sets of tool rules: their rows, their rules, their audit entries, what people see of them, and the refused tools
 * that they lack. It refuses to know how a call is decided, and its callers: a file, keys and the app's routes call the
 * same functions.
 */
export { createToolRules, deleteToolRules, updateToolRules } from './change-tool-rules.ts';
export {
  faultsOf,
  looserToolRules,
  planToolRules,
  specOf,
  TOOL_RULES,
  type ToolRulesValues,
  valuesOfSpec,
} from './kind.ts';
export {
  listToolRules,
  readToolRules,
  selectStoredToolRules,
  unknownNames,
} from './read-tool-rules.ts';
export { noteUnlistedTool, selectUnlistedTools } from './unlisted-tools.ts';
