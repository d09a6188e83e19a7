// SPDX-License-Identifier: Apache-2.0
/** The text that each assistant takes to connect here. Addresses are JSON texts, which TOML reads too. */

export const ASSISTANTS = ['claudeCode', 'claudeDesktop', 'cursor', 'vsCode', 'codex', 'other'] as const;
export type Assistant = (typeof ASSISTANTS)[number];

const NAME = 'svc';

export function snippetOf(assistant: Assistant, mcpUrl: string): string {
  return SNIPPETS[assistant](mcpUrl);
}

const SNIPPETS: Readonly<Record<Assistant, (mcpUrl: string) => string>> = {
  claudeCode: (url) => `claude mcp add --transport http ${NAME} ${url}`,
  claudeDesktop: (url) => url,
  cursor: (url) => json({ mcpServers: { [NAME]: { url } } }),
  vsCode: (url) => json({ servers: { [NAME]: { type: 'http', url } } }),
  codex: (url) => `[mcp_servers.${NAME}]\nurl = ${JSON.stringify(url)}\ntool_timeout_sec = 60`,
  other: (url) => json({ mcpServers: { [NAME]: { type: 'http', url } } }),
};

const json = (value: object) => JSON.stringify(value, null, 2);
