// SPDX-License-Identifier: Apache-2.0
/** Sets to begin with. A person chooses their resource: no organization has one for them. */
import type { ToolRule, ToolRulesSpec } from '@svc/contract';

export const STARTING_SETS = ['assistant', 'mcp'] as const;
export type StartingSet = (typeof STARTING_SETS)[number];

/** The tools of Claude Code. The calls of a sub-agent are asked about one by one. */
const ASSISTANT: readonly ToolRule[] = [
  ...['Read', 'Grep', 'Glob', 'Task', 'TodoWrite'].map((tools) => ({ tools, decide: false })),
  { tools: 'Write', action: 'WRITE_DATA', content: '/content' },
  { tools: 'Edit', action: 'WRITE_DATA', content: '/new_string' },
  { tools: 'Bash', action: 'WRITE_DATA', content: '/command' },
  { tools: 'WebFetch', action: 'READ_DATA', destination: 'EXTERNAL_API', content: '/url' },
  { tools: 'WebSearch', action: 'READ_DATA', destination: 'EXTERNAL_API', content: '/query' },
];

/** The tools of a server that was added to an assistant under the name `crm`. */
const MCP: readonly ToolRule[] = [
  { tools: 'mcp__crm__get_*', action: 'READ_DATA' },
  { tools: 'mcp__crm__list_*', action: 'READ_DATA' },
  { tools: 'mcp__crm__search_*', action: 'READ_DATA' },
  { tools: 'mcp__crm__delete_*', action: 'DELETE_DATA' },
  { tools: 'mcp__crm__export_*', action: 'EXPORT_DATA', destination: 'EXTERNAL_API' },
  { tools: 'mcp__crm__send_*', action: 'SEND_EMAIL', destination: 'EXTERNAL_EMAIL', content: '' },
  { tools: 'mcp__crm__*', action: 'WRITE_DATA', content: '' },
];

const RULES: Readonly<Record<StartingSet, readonly ToolRule[]>> = { assistant: ASSISTANT, mcp: MCP };

/** @returns null where no set begins so */
export function startingSet(start: string | undefined, name: string): ToolRulesSpec | null {
  const known = STARTING_SETS.find((one) => one === start);
  return known === undefined ? null : { name, rules: [...RULES[known]], unlisted: 'DENY' };
}
