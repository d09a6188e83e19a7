// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the MCP tools over stdio: the same seven as those of the hosted server, with the API key of this process. It
 * refuses to know what they decide: each asks the service.
 */
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import {
  describeTool,
  isMcpToolName,
  MCP_INSTRUCTIONS,
  MCP_PROTOCOL_VERSIONS,
  MCP_SERVER_INFO,
  MCP_TOOL_NAMES,
  NO_SUCH_TOOL,
} from '@svc/contract/mcp';
import type { SvcClient } from '@svc/sdk';
import type { Streams } from '../world.ts';
import { callTool } from './call-tool.ts';
import { StdioTransport } from './stdio-transport.ts';

const TOOLS = MCP_TOOL_NAMES.map(describeTool);

/** Serves until the assistant has closed stdin and every call under way is answered. */
export async function serveTools(
  client: SvcClient,
  streams: Pick<Streams, 'stdin' | 'stdout'>,
  version: string,
): Promise<void> {
  const transport = new StdioTransport(streams);
  const serving = serveStdio(() => createServer(client, version), { transport });
  await transport.done;
  await serving.close();
}

function createServer(client: SvcClient, version: string): Server {
  const server = new Server(
    { ...MCP_SERVER_INFO, version },
    {
      capabilities: { tools: {} },
      instructions: MCP_INSTRUCTIONS,
      supportedProtocolVersions: MCP_PROTOCOL_VERSIONS,
    },
  );
  server.setRequestHandler('tools/list', () => ({ tools: TOOLS }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq: { signal } }) => {
    const { name } = params;
    if (!isMcpToolName(name)) throw new ProtocolError(ProtocolErrorCode.InvalidParams, NO_SUCH_TOOL);
    return await callTool(client, name, params.arguments ?? {}, signal);
  });
  return server;
}
