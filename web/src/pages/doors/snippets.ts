// SPDX-License-Identifier: Apache-2.0
/** The doors that a person can set up, in their groups, and the text that each takes, with its names quoted. */
import type { Door, Harness } from '@svc/contract';
import { commandOf } from '../api-keys/command.ts';
import { snippetOf } from '../connect-assistant/snippets.ts';
import { COMMANDS, installOf } from '../first-steps/commands.ts';
import { httpCommandOf } from '../routes/command.ts';
import { PYTHON } from './python-snippets.ts';

export const DOOR_GROUPS = {
  assistants: ['CLAUDE_CODE', 'CODEX', 'COPILOT', 'CURSOR', 'GEMINI', 'OPENCODE'],
  frameworks: [
    'AI_SDK',
    'OPENAI_AGENTS',
    'LANGCHAIN',
    'MASTRA',
    'ADK',
    'CLAUDE_AGENT_SDK',
    'CREWAI',
    'PYDANTIC_AI',
    'AGENT_FRAMEWORK',
    'COPILOT_STUDIO',
  ],
  proxies: ['FORWARD_AUTH', 'LITELLM', 'AGENTGATEWAY', 'HTTP_GATEWAY'],
  standards: ['AUTHZEN', 'ACS'],
  mcp: ['MCP_WRAP', 'FASTMCP', 'MCP_GATEWAY', 'MCP'],
  api: ['API', 'SDK'],
} as const satisfies Record<string, readonly Door[]>;

export type DoorGroup = keyof typeof DOOR_GROUPS;
export type OfferedDoor = (typeof DOOR_GROUPS)[DoorGroup][number];

interface Asked {
  baseUrl: string;
  agent: string;
  resource: string;
}

/** A shell puts the key in; no history of it keeps one. */
const KEY = '$SVC_API_KEY';

interface Form {
  /** A language or a file, which is called the same in every language of people. */
  name: string;
  code: string;
}

/** The texts of which a person takes one. */
export function doorForms(door: OfferedDoor, asked: Asked): readonly [Form, ...Form[]] {
  const code = SNIPPETS[door](asked);
  const python = door in PYTHON ? PYTHON[door as keyof typeof PYTHON](asked) : code;
  const own = { name: door === 'LITELLM' ? 'config.yaml' : 'TypeScript', code };
  return python === code ? [own] : [own, { name: 'Python', code: python }];
}

/** The doors that the command line is for. */
const byCommandLine =
  (command: string) =>
  ({ baseUrl }: Asked) =>
    [installOf('@svc/cli', baseUrl, '--global '), `svc login --api-key - --base-url ${baseUrl}`, command].join('\n');

const ASSISTANTS: Readonly<Record<Harness, (asked: Asked) => string>> = {
  CLAUDE_CODE: byCommandLine('svc hook install claude-code'),
  CODEX: byCommandLine('svc hook install codex'),
  COPILOT: byCommandLine('svc hook install copilot'),
  CURSOR: byCommandLine('svc hook install cursor'),
  GEMINI: byCommandLine('svc hook install gemini'),
  OPENCODE: byCommandLine('svc hook install opencode'),
};

/** @param imports beside the client @param use the lines that ask by `svc`, of a call that `described` describes */
const framework =
  (imports: readonly string[], use: readonly string[]) =>
  ({ baseUrl, agent, resource }: Asked) =>
    [
      `// ${installOf('@svc/sdk', baseUrl)}`,
      "import { createClient } from '@svc/sdk';",
      ...imports,
      '',
      `const svc = createClient({ baseUrl: '${baseUrl}', apiKey: process.env.SVC_API_KEY });`,
      'const described = ({ count }) => ({',
      `  agent: ${JSON.stringify(agent)},`,
      "  action: 'EXPORT_DATA',",
      `  resource: ${JSON.stringify(resource)},`,
      '  recordsAffected: count,',
      '});',
      '',
      ...use,
    ].join('\n');

const SNIPPETS: Readonly<Record<OfferedDoor, (asked: Asked) => string>> = {
  ...ASSISTANTS,
  AI_SDK: framework(
    ["import { guardTools } from '@svc/sdk/ai';"],
    [
      'const guarded = guardTools(svc, { exportCustomers }, { exportCustomers: described });',
      'await generateText({ model, messages, ...guarded });',
    ],
  ),
  OPENAI_AGENTS: framework(
    ["import { guardTool } from '@svc/sdk/openai-agents';"],
    [
      "const options = { name: 'export_customers', description, parameters, execute };",
      'const exportCustomers = tool(guardTool(svc, options, described));',
    ],
  ),
  LANGCHAIN: framework(
    ["import { interrupt } from '@langchain/langgraph';", "import { guardTool } from '@svc/sdk/langchain';"],
    ['const tools = [guardTool(svc, exportCustomers, described, { interrupt })];'],
  ),
  MASTRA: framework(
    ["import { guardTool } from '@svc/sdk/mastra';"],
    ['const exportCustomers = guardTool(svc, createTool({ id, description, inputSchema, execute }), described);'],
  ),
  ADK: framework(
    ["import { guardTools } from '@svc/sdk/adk';"],
    [
      'const { tools, policyEngine } = guardTools(svc, [exportCustomers], { export_customers: described });',
      'const plugins = [new SecurityPlugin({ policyEngine })];',
    ],
  ),
  CLAUDE_AGENT_SDK: framework(
    ["import { svcHooks } from '@svc/sdk/claude-agent';"],
    [
      'const needsDecision = (name) => !["Read", "Grep", "Glob"].includes(name);',
      'const hooks = svcHooks(svc, (name, input) => (needsDecision(name) ? described(input) : null));',
      'query({ prompt, options: { hooks } });',
    ],
  ),
  CREWAI: PYTHON.CREWAI,
  PYDANTIC_AI: PYTHON.PYDANTIC_AI,
  AGENT_FRAMEWORK: PYTHON.AGENT_FRAMEWORK,
  FASTMCP: PYTHON.FASTMCP,
  FORWARD_AUTH: ({ baseUrl, agent, resource }) => `http://127.0.0.1:8000 {
  route {
    reverse_proxy ${baseUrl} {
      method GET
      rewrite /authz?${new URLSearchParams({ resource, agent })}
      header_up Authorization "Bearer {env.SVC_API_KEY}"
      header_up -X-API-Key
      header_up X-Forwarded-Method {method}
      header_up X-Forwarded-Uri {uri}
      transport http {
        dial_timeout 2s
        response_header_timeout 9s
      }
      @allowed {
        status 200
        header X-Svc-Event *
      }
      handle_response @allowed {
        request_header X-Svc-Event {rp.header.X-Svc-Event}
      }
      @odd status 2xx 3xx
      handle_response @odd {
        respond 502
      }
    }
    reverse_proxy 127.0.0.1:8080
  }
}`,
  LITELLM: ({ baseUrl, agent }) => `guardrails:
  - guardrail_name: svc
    litellm_params:
      guardrail: generic_guardrail_api
      mode: [pre_call, post_call]
      api_base: ${baseUrl}
      api_key: os.environ/SVC_API_KEY
      additional_provider_specific_params: { agent: ${JSON.stringify(agent)}, on_findings: block }`,
  AGENTGATEWAY: ({ baseUrl }) => `${baseUrl}/agentgateway`,
  COPILOT_STUDIO: ({ baseUrl }) => `${baseUrl}/copilot-studio`,
  ACS: ({ baseUrl }) => `${baseUrl}/acs`,
  HTTP_GATEWAY: ({ agent, resource }) =>
    httpCommandOf({
      id: 'ROUTE_ID',
      agents: [{ name: agent }],
      resource: { name: resource },
      actions: null,
      methods: null,
    }),
  AUTHZEN: ({ baseUrl, agent, resource }) => `curl ${baseUrl}/access/v1/evaluation \\
  -H "Authorization: Bearer ${KEY}" \\
  -H "Content-Type: application/json" \\
  -d '${JSON.stringify({
    subject: { type: 'agent', id: agent },
    action: { name: 'READ_DATA' },
    resource: { type: 'table', id: resource },
  }).replaceAll("'", "'\\''")}'`,
  MCP_WRAP: byCommandLine('svc mcp wrap --server files -- npx @modelcontextprotocol/server-filesystem /work'),
  MCP_GATEWAY: ({ baseUrl, agent, resource }) => COMMANDS.mcp({ baseUrl, key: KEY, agent, resource }),
  MCP: ({ baseUrl }) => snippetOf('claudeCode', `${baseUrl}/mcp`),
  API: ({ agent, resource }) => commandOf({ agent, resource }),
  SDK: ({ baseUrl, agent, resource }) => COMMANDS.typescript({ baseUrl, key: 'key_live_…', agent, resource }),
};
