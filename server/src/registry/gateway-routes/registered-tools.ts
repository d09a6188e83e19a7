// SPDX-License-Identifier: Apache-2.0
/** The tools of a server as they were registered: what a model reads of a tool decides what it does with it. */
import { hashText } from '@svc/core/audit-chain';
import { canonicalJson, isWellFormedJson, type JsonValue } from '@svc/core/canonical-json';
import type { ToolFault } from '@svc/core/verdict';
import { invalid } from '../../platform/errors/index.ts';
import type { RegisteredTool } from './kinds.ts';

type Definition = Readonly<Record<string, unknown>>;

/** @throws ApiError 400 for a definition without a name, and for two of one name */
export function registeredTools(definitions: readonly Definition[]): RegisteredTool[] {
  const tools = new Map<string, RegisteredTool>();
  definitions.forEach((definition, place) => {
    const { name } = definition;
    const digest = digestOf(definition);
    if (typeof name !== 'string' || name === '' || digest === null) {
      throw invalid(`tools[${place}]`, 'must be a definition of a tool with a `name`, as `tools/list` gives it');
    }
    if (tools.has(name)) throw invalid(`tools[${place}].name`, 'is the name of an earlier tool');
    tools.set(name, { name, digest });
  });
  return [...tools.values()];
}

function digestOf(definition: Definition): string | null {
  return isWellFormedJson(definition) ? `sha256:${hashText(canonicalJson(definition as JsonValue))}` : null;
}

/** A client may put the name of the server before that of its tool: `mcp__crm__export`. */
function ownNameOf(tool: string, definition: Definition | undefined): string {
  const name = definition?.name;
  return typeof name === 'string' && name !== '' && tool.endsWith(`__${name}`) ? name : tool;
}

/** @returns null where the definition is the registered one, or where none are compared */
export function toolFaultOf(
  registered: readonly RegisteredTool[] | null,
  tool: string,
  definition: Definition | undefined,
): ToolFault | null {
  if (registered === null) return null;
  const own = ownNameOf(tool, definition);
  const known = registered.find(({ name }) => name === own);
  if (known === undefined) return 'UNKNOWN';
  return definition !== undefined && digestOf(definition) === known.digest ? null : 'CHANGED';
}
