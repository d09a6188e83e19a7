// SPDX-License-Identifier: Apache-2.0
/** Limits of tool rules and of the tools of routes. */

/** Tool rules of one organization, over all its sets. */
export const TOOL_RULES_MAX = 500;
/** Refused tools without a rule that are kept to be shown. */
export const UNLISTED_TOOLS_MAX = 100;
export const TOOL_POINTER_CHARACTERS_MAX = 200;
/** Tools of the server of one MCP route whose definitions are registered. */
export const ROUTE_TOOLS_MAX = 1_000;
