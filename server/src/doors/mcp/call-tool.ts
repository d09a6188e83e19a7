// SPDX-License-Identifier: Apache-2.0
/**
 * Calls a tool: its rate and its key, its arguments, its operation. Models read results, so a refusal and a fault are
 * results that say so; they are never an ALLOW.
 */
import { type InputRequiredResult, isInputRequiredResult, ProtocolError } from '@modelcontextprotocol/server';
import { OPERATIONS, UNSTORED_MEMBERS } from '@svc/contract';
import {
  MCP_TOOL_NAMES,
  MCP_TOOLS,
  type McpToolName,
  type McpToolResult,
  mcpToolError,
  mcpToolResult,
} from '@svc/contract/mcp';
import { readArguments } from '@svc/core/mcp-input';
import { checkCleanText, checkerOf, checkUse, countKeyUse, publicError, retryAfterSecondsOf } from '../http/index.ts';
import { resourceMetadataUrl } from './resource-metadata.ts';
import { missingScope, scopeRefusal } from './scopes.ts';
import type { McpDeps, ToolCall } from './tool-call.ts';
import { RUNS } from './tools.ts';

const CHECKERS = new Map(MCP_TOOL_NAMES.map((name) => [name, checkerOf(MCP_TOOLS[name].inputSchema)]));

export async function callTool(
  deps: McpDeps,
  name: McpToolName,
  sent: ToolCall,
): Promise<McpToolResult | InputRequiredResult> {
  const call = { ...sent, arguments: readArguments(MCP_TOOLS[name].inputSchema, sent.arguments) };
  const { operation } = MCP_TOOLS[name];
  const { access } = call.caller;
  const missing = missingScope(name, access);
  if (missing !== null) {
    const mcpUrl = deps.mcpUrl();
    const { error, meta } = scopeRefusal(missing, mcpUrl, resourceMetadataUrl(mcpUrl));
    return toolErrorOf(deps, name, call, error, meta);
  }
  try {
    const { tag, permission } = OPERATIONS[operation];
    // Every message counts as a use of the events routes already.
    if (tag === 'Policies') await countKeyUse(deps, access, 'policies');
    if (access.grant === undefined) await checkUse(deps, access, permission);
    checkCleanText(call.arguments, UNSTORED_MEMBERS);
    CHECKERS.get(name)?.(call.arguments);
    const answer = await RUNS[name](deps, call);
    return isInputRequiredResult(answer) ? answer : mcpToolResult(name, { ...answer });
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    return toolErrorOf(deps, name, call, error as Error);
  }
}

function toolErrorOf(
  deps: McpDeps,
  name: McpToolName,
  { caller: { request } }: ToolCall,
  error: Error,
  meta: Record<string, unknown> = {},
): McpToolResult {
  const { method, path: url } = OPERATIONS[MCP_TOOLS[name].operation];
  const fault = publicError(error, { id: request.id, log: request.log, method, url });
  deps.metrics.errors[fault.code].add();
  const retryAfterSeconds = retryAfterSecondsOf(fault);
  const told = {
    error: fault.code,
    status: fault.status,
    message: fault.message,
    requestId: request.id,
    ...(fault.fields !== undefined && { fields: fault.fields }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
  return mcpToolError(told, meta);
}
