// SPDX-License-Identifier: Apache-2.0
/** Guarantee: each assistant's own form of configuration can be read, and leads to the address of the MCP server. */
import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { ASSISTANTS, type Assistant, snippetOf } from './snippets.ts';

const URLS = ['https://svc.example/mcp', 'http://127.0.0.1:8080/mcp', 'https://svc.example/a%22b/mcp'];

/** The address, as each tool reads it. */
const READ: Readonly<Record<Assistant, (snippet: string) => unknown>> = {
  claudeCode: (snippet) => /^claude mcp add --transport http svc (\S+)$/.exec(snippet)?.[1],
  claudeDesktop: (snippet) => new URL(snippet).href,
  cursor: (snippet) => JSON.parse(snippet).mcpServers.svc.url,
  vsCode: (snippet) => {
    const { type, url } = JSON.parse(snippet).servers.svc;
    return type === 'http' ? url : undefined;
  },
  codex: (snippet) => {
    const { mcp_servers: servers } = parseToml(snippet) as { mcp_servers: { svc: Record<string, unknown> } };
    return servers.svc.tool_timeout_sec === 60 ? servers.svc.url : undefined;
  },
  other: (snippet) => JSON.parse(snippet).mcpServers.svc.url,
};

describe.each(ASSISTANTS)('the snippet of %s', (assistant) => {
  it.each(URLS)('leads to %s', (url) => {
    expect(READ[assistant](snippetOf(assistant, url))).toBe(url);
  });
});
