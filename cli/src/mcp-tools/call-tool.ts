// SPDX-License-Identifier: Apache-2.0
/** Calls one tool: arguments, request, result. No fail mode applies: an outage is an error. */
import {
  MCP_TOOL_NAMES,
  MCP_TOOLS,
  type McpToolName,
  type McpToolResult,
  mcpToolError,
  mcpToolResult,
} from '@svc/contract/mcp';
import { isMoment } from '@svc/contract/moment';
import { readArguments } from '@svc/core/mcp-input';
import { fieldsOf } from '@svc/documents';
import { ApiError, RateLimitedError, type SvcClient, SvcError, ValidationError } from '@svc/sdk';
import { Ajv } from 'ajv';
import { RUNS } from './tools.ts';

const ajv = new Ajv({ strict: true, strictTypes: false, allErrors: true, formats: { 'date-time': isMoment } });
const CHECKS = new Map(MCP_TOOL_NAMES.map((name) => [name, ajv.compile(MCP_TOOLS[name].inputSchema)]));

/** @throws only what is a fault of this program, and the reason of the signal */
export async function callTool(
  client: SvcClient,
  name: McpToolName,
  sent: Record<string, unknown>,
  signal: AbortSignal,
): Promise<McpToolResult> {
  const args = readArguments(MCP_TOOLS[name].inputSchema, sent) as Record<string, unknown>;
  try {
    checkArguments(name, args);
    return mcpToolResult(name, { ...(await RUNS[name](client, args, signal)) });
  } catch (error) {
    return resultOfError(error);
  }
}

/** @throws ValidationError as the service would */
function checkArguments(name: McpToolName, args: Record<string, unknown>): void {
  const check = CHECKS.get(name);
  if (check === undefined || check(args)) return;
  const faults = Object.entries(fieldsOf(check.errors ?? [], undefined));
  const fields = Object.fromEntries(faults.map(([path, { text }]) => [path, text]));
  const [path, sentence] = Object.entries(fields)[0] ?? ['arguments', 'are not valid'];
  const message = `${path || 'arguments'}: ${sentence}`;
  throw new ValidationError({
    status: 400,
    code: 'validation_error',
    message,
    fields,
    requestId: null,
    known: null,
    retryAfterSeconds: null,
  });
}

function resultOfError(error: unknown): McpToolResult {
  if (error instanceof ApiError) {
    const { code, status, message, fields, requestId } = error;
    const retryAfterSeconds = error instanceof RateLimitedError ? error.retryAfterSeconds : null;
    return mcpToolError({
      error: code,
      status,
      message,
      ...(Object.keys(fields).length > 0 && { fields }),
      ...(requestId !== null && { requestId }),
      ...(retryAfterSeconds !== null && { retryAfterSeconds: Math.ceil(retryAfterSeconds) }),
    });
  }
  if (error instanceof SvcError) return mcpToolError({ error: 'unavailable', status: 503, message: error.message });
  throw error;
}
