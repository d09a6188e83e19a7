// SPDX-License-Identifier: Apache-2.0
/** The MCP server of one request: what it can do, and its two methods. */
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import {
  describeTool,
  isMcpToolName,
  MCP_INSTRUCTIONS,
  MCP_PROTOCOL_VERSIONS,
  MCP_SERVER_INFO,
  MCP_TOOL_NAMES,
  NO_SUCH_TOOL,
} from '@svc/contract/mcp';
import { BUILD_VERSION } from '../http/index.ts';
import { dialogOf } from './ask-person.ts';
import { callTool } from './call-tool.ts';
import { missingScope } from './scopes.ts';
import type { McpCaller, McpDeps } from './tool-call.ts';

const SERVER_INFO = { ...MCP_SERVER_INFO, version: BUILD_VERSION };
const TOOLS = MCP_TOOL_NAMES.map(describeTool);

/** A connected app is offered what its person has permitted; a key everything. */
function toolsOf({ access }: McpCaller): typeof TOOLS {
  return TOOLS.filter(({ name }) => isMcpToolName(name) && missingScope(name, access) === null);
}

/** A client names the trace of each of its calls; the header of the request is that of all of them. */
function inTraceOf(caller: McpCaller, meta: Readonly<Record<string, unknown>> | undefined): McpCaller {
  const traceparent = meta?.traceparent;
  return typeof traceparent === 'string' ? { ...caller, access: { ...caller.access, traceparent } } : caller;
}

/** The arguments of a call as they came; null when several messages came together. */
export type ArgumentsAsSent = { value: unknown; text: string } | null;

export function createMcpServer(deps: McpDeps, caller: McpCaller, sent: ArgumentsAsSent): Server {
  const server = new Server(SERVER_INFO, {
    capabilities: { tools: {} },
    instructions: MCP_INSTRUCTIONS,
    supportedProtocolVersions: MCP_PROTOCOL_VERSIONS,
  });
  server.setRequestHandler('tools/list', () => ({ tools: toolsOf(caller) }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const { name } = params;
    if (!isMcpToolName(name)) throw new ProtocolError(ProtocolErrorCode.InvalidParams, NO_SUCH_TOOL);
    const given = sent === null ? (params.arguments ?? {}) : sent.value;
    return await callTool(deps, name, {
      caller: inTraceOf(caller, context.mcpReq._meta),
      dialog: dialogOf(context),
      arguments: given,
      text: sent?.text ?? null,
    });
  });
  return server;
}
