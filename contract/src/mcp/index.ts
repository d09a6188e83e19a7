// SPDX-License-Identifier: Apache-2.0
/** The MCP tools: their table, and their results. Both the hosted server and the command line serve them. */
export type { ToolSchema } from './json-schema.ts';
export { MCP_ERROR_META, type McpToolError, type McpToolResult, mcpToolError, mcpToolResult } from './results.ts';
export {
  describeTool,
  isMcpToolName,
  MCP_INSTRUCTIONS,
  MCP_PROTOCOL_VERSIONS,
  MCP_SCOPES,
  MCP_SERVER_INFO,
  MCP_TOOL_NAMES,
  MCP_TOOLS,
  type McpScope,
  type McpTool,
  type McpToolName,
  NO_SUCH_TOOL,
} from './tools.ts';
