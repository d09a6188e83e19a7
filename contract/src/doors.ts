// SPDX-License-Identifier: Apache-2.0
/** Doors: the ways in which other software asks for a decision. Every decision is recorded with its own. */

/** Coding assistants, whose hooks ask before each call of a tool. */
export const HARNESSES = ['CLAUDE_CODE', 'CODEX', 'COPILOT', 'CURSOR', 'GEMINI', 'OPENCODE'] as const;
export type Harness = (typeof HARNESSES)[number];

/** Adapters of the client libraries. They name themselves in the header `X-Svc-Door`; others are API. */
export const CLIENT_DOORS = [
  'SDK',
  'AI_SDK',
  'OPENAI_AGENTS',
  'LANGCHAIN',
  'MASTRA',
  'ADK',
  'CLAUDE_AGENT_SDK',
  'CREWAI',
  'PYDANTIC_AI',
  'AGENT_FRAMEWORK',
  'FASTMCP',
  'MCP_WRAP',
  'LITELLM',
] as const;
export type ClientDoor = (typeof CLIENT_DOORS)[number];

export const DOORS = [
  'API',
  'HTTP_GATEWAY',
  'MCP_GATEWAY',
  'MCP',
  ...HARNESSES,
  ...CLIENT_DOORS,
  'AUTHZEN',
  'FORWARD_AUTH',
  'AGENTGATEWAY',
  'ACS',
  'COPILOT_STUDIO',
] as const;
export type Door = (typeof DOORS)[number];
