// SPDX-License-Identifier: Apache-2.0
/** Which tools a connected app may call: those whose scopes its person has granted. */
import { MCP_TOOLS, type McpScope, type McpToolName } from '@svc/contract/mcp';
import type { Access } from '../../organization/callers/index.ts';
import { ApiError } from '../../platform/errors/index.ts';

/** For the tools that no grant opens. */
type Missing = McpScope | 'API key';

/** Null where the caller may call the tool. */
export function missingScope(name: McpToolName, { grant }: Access): Missing | null {
  if (grant === undefined) return null;
  const { scope } = MCP_TOOLS[name];
  if (scope === null) return 'API key';
  return grant.scopes.has(scope) ? null : scope;
}

/** The key of `_meta` under which a client finds how to ask its person for more. */
const CHALLENGE_META = 'mcp/www_authenticate';

export function scopeRefusal(missing: Missing, mcpUrl: string, metadataUrl: string) {
  if (missing === 'API key') {
    const message = 'This tool works with an API key only: no scope of a connected app opens it.';
    return { error: new ApiError('forbidden', { message }), meta: {} };
  }
  const message = `The scope ${missing} was not granted. The person has to connect the app again and permit it.`;
  const challenge =
    `Bearer realm="${mcpUrl}", resource_metadata="${metadataUrl}", scope="${missing}", error="insufficient_scope", ` +
    `error_description="the scope ${missing} was not granted"`;
  return { error: new ApiError('forbidden', { message }), meta: { [CHALLENGE_META]: [challenge] } };
}
