// SPDX-License-Identifier: Apache-2.0
import type { DoorGroup, OfferedDoor } from './snippets.ts';

interface Of {
  /** The thing that asks there, and when. */
  text: string;
  /** The outcome of a call while the service does not answer. */
  away: string;
  /** The one setting that makes it a block. */
  closedBy: string;
}

const adapter = (text: string, away: string): Of => ({
  text,
  away,
  closedBy: 'The fail mode ‘closed’ of the client, which is the default.',
});

const NOT_RUN = 'The model reads the refusal; the tool does not run.';

const OFFERED: Record<OfferedDoor, Of> = {
  CLAUDE_CODE: {
    text: 'Asks before each call of a tool',
    away: 'Claude Code would run the tool when its hook fails or hangs.',
    closedBy: 'onFailure: "block", which svc hook install writes; from version 2.1.295 on.',
  },
  CODEX: {
    text: 'Asks before each call of a tool',
    away: 'Codex would run the tool when its hook fails, and skips a hook that is not trusted.',
    closedBy: 'Exit code 2 in the command that is written. Then trust the hook under /hooks.',
  },
  COPILOT: {
    text: 'Asks before each call of a tool',
    away: 'Copilot CLI blocks when its hook fails, and runs the tool when it takes too long.',
    closedBy: 'The hook answers before timeoutSec, which svc hook install writes.',
  },
  CURSOR: {
    text: 'Asks before each call of a tool',
    away: 'Cursor would run the tool when its hook fails or hangs.',
    closedBy: 'failClosed: true, which svc hook install writes.',
  },
  GEMINI: {
    text: 'Asks before each call of a tool',
    away: 'Gemini CLI would run the tool when its hook fails or hangs.',
    closedBy: 'Exit code 2 in the command that is written.',
  },
  OPENCODE: {
    text: 'Asks before each call of a tool',
    away: 'The plugin throws, and the call stops.',
    closedBy: 'Nothing to set.',
  },
  AI_SDK: adapter('Guards the tools of generateText and streamText', 'The call is denied with its reasons.'),
  OPENAI_AGENTS: adapter('Guards the tools of an agent', 'The guardrail rejects the call.'),
  LANGCHAIN: adapter('Guards tools of LangChain and LangGraph', NOT_RUN),
  MASTRA: adapter('Guards the tools of an agent', NOT_RUN),
  ADK: adapter('Guards tools, as a policy engine too', 'The engine answers DENY with its reasons.'),
  CLAUDE_AGENT_SDK: adapter('Hooks of a program that runs Claude', 'The hook denies the call.'),
  CREWAI: adapter('Guards the tools of a crew', NOT_RUN),
  PYDANTIC_AI: adapter('Guards the tools of an agent', NOT_RUN),
  AGENT_FRAMEWORK: adapter('Guards the tools of an agent', NOT_RUN),
  FASTMCP: adapter(
    'Guards the tools of a server of yours, at each call',
    'The client reads an error; the tool does not run.',
  ),
  FORWARD_AUTH: {
    text: 'nginx, Caddy, HAProxy, Traefik or Envoy ask for each request; here Caddy',
    away: 'The proxy refuses the request: 500, 502 or 403.',
    closedBy: 'The check of X-Svc-Event must stay: a 200 of another server is no yes.',
  },
  LITELLM: {
    text: 'Texts are scanned, and calls of tools are decided: its proxy by settings, its library in Python',
    away: 'LiteLLM blocks.',
    closedBy: 'unreachable_fallback: fail_closed, which is the default.',
  },
  AGENTGATEWAY: {
    text: 'Texts are scanned: the address of its webhook, with the key in Authorization',
    away: 'agentgateway refuses the request.',
    closedBy: 'Nothing to set. Calls of tools are asked about by extAuthz, as forward-auth does.',
  },
  COPILOT_STUDIO: {
    text: 'Its external threat detection, behind a proxy of yours that checks its token and adds the key',
    away: 'Copilot Studio goes on after 1,000 ms, and after an error.',
    closedBy: 'Its error behaviour in the Power Platform admin center: Block.',
  },
  ACS: {
    text: 'The Agent Control Standard: the address of the Guardian, with the key as secret and as header',
    away: 'A client goes on without a Guardian.',
    closedBy: 'ACS_DEFAULT_DENY=1 in the adapters of the standard: deny where no decision comes.',
  },
  HTTP_GATEWAY: {
    text: 'svc decides a call, then forwards it with a credential that agents never see',
    away: 'Nothing is forwarded.',
    closedBy: 'Nothing to set: give agents no other way to the upstream.',
  },
  AUTHZEN: {
    text: 'Gateways and clients that speak the Authorization API 1.0',
    away: 'The client decides for itself.',
    closedBy: 'Have it deny on all but status 200 with decision: true.',
  },
  MCP_WRAP: {
    text: 'Stands between an MCP client and any server',
    away: 'Each call of a tool is refused; all else goes on.',
    closedBy: 'Nothing to set.',
  },
  MCP_GATEWAY: {
    text: 'An MCP client asks before it calls a tool of a server',
    away: 'The client decides for itself.',
    closedBy: 'Have it call a tool only after an ALLOW.',
  },
  MCP: {
    text: 'An assistant asks by tools of svc, as far as its model does so',
    away: 'The model reads an error. Nothing holds it back.',
    closedBy: 'A hook of the assistant, which the model cannot pass by.',
  },
  API: {
    text: 'Any program, by one request',
    away: 'Your program decides for itself.',
    closedBy: 'Run an action only after an answer whose finalDecision is ALLOW.',
  },
  SDK: adapter('TypeScript, JavaScript and Python: decide, wait, redeem and report', 'The action is blocked.'),
};

export const words = {
  title: 'Connect',
  search: 'What do you use?',
  groups: {
    assistants: 'Coding assistants',
    frameworks: 'Agent frameworks and platforms',
    proxies: 'Gateways and proxies',
    standards: 'Standards',
    mcp: 'MCP',
    api: 'API',
  } satisfies Record<DoorGroup, string>,
  offered: OFFERED,
  seen: (ago: string) => `seen ${ago}`,
  notSeen: 'not seen yet',
  stopped: (ago: string) => `stopped ${ago}`,
  notStopped: 'stopped nothing yet',
  setUp: 'Set it up',
  form: 'Form',
  snippetOf: (name: string) => `${name}: text to copy`,
  keyHint: 'Make a key for the agent first, and keep it in SVC_API_KEY.',
  commandsHint: 'Make a key for the agent first. The second command reads it: paste it, then press Enter and Ctrl D.',
  wrapHint: 'The third command goes into the settings of the client, in the place of the command of the server.',
  keys: 'API keys',
  listening: 'Listening: the first call appears here.',
  whenAway: 'When svc does not answer',
  closedBy: 'Closed by',
  events: 'Its events',
  routes: 'Routes',
  allAssistants: 'Texts for other assistants',
  noRules: 'Coding assistants need tool rules: until there are some, every call is denied.',
  makeRules: 'Make tool rules',
  nothingFound: 'No door of that name',
  nothingText: 'Whatever sends HTTP can ask by the API, and whatever speaks AuthZEN by that.',
  showAll: 'Show all',
};
