// SPDX-License-Identifier: Apache-2.0
import type { Door } from '@svc/contract';

export const words = {
  door: 'Door',
  doors: {
    API: 'HTTP API',
    HTTP_GATEWAY: 'HTTP gateway',
    MCP_GATEWAY: 'MCP gateway',
    MCP: 'MCP server',
    CLAUDE_CODE: 'Claude Code',
    CODEX: 'Codex',
    COPILOT: 'GitHub Copilot CLI',
    CURSOR: 'Cursor',
    GEMINI: 'Gemini CLI',
    OPENCODE: 'opencode',
    SDK: 'Client library',
    AI_SDK: 'Vercel AI SDK',
    OPENAI_AGENTS: 'OpenAI Agents SDK',
    LANGCHAIN: 'LangChain.js',
    MASTRA: 'Mastra',
    ADK: 'Google ADK',
    CLAUDE_AGENT_SDK: 'Claude Agent SDK',
    MCP_WRAP: 'svc mcp wrap',
    AUTHZEN: 'AuthZEN',
    FORWARD_AUTH: 'Forward-auth',
    LITELLM: 'LiteLLM',
    AGENTGATEWAY: 'agentgateway',
    ACS: 'OWASP ACS',
    COPILOT_STUDIO: 'Copilot Studio',
  } satisfies Record<Door, string> as Record<Door, string>,
};
