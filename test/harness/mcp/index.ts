// SPDX-License-Identifier: Apache-2.0
/** Assistants in tests: the protocol's own client over HTTP, and single messages as they are sent. */
import { fileURLToPath } from 'node:url';
import {
  Client,
  type ClientOptions,
  type ElicitResult,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { LIVE_KEY } from '../service/index.ts';

export type Assistant = Client;

/** The two eras of the protocol. */
export const ERAS = ['modern', 'legacy'] as const;
export type Era = (typeof ERAS)[number];

const MODERN = '2026-07-28';

/** @returns a connected client; close it */
export async function connectAssistant(
  baseUrl: string,
  { key = LIVE_KEY, era = 'modern' as Era, person }: { key?: string; era?: Era; person?: Person } = {},
): Promise<Assistant> {
  const client = assistantOf(era, person);
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), { requestInit }));
  return client;
}

/** The same with a process of `svc mcp`, which ends with the client. The modern era starts one more, to ask for it. */
export async function connectLocally(env: Record<string, string>, era: Era = 'legacy'): Promise<Assistant> {
  const client = assistantOf(era);
  const program = fileURLToPath(new URL('../../../cli/bin/svc.js', import.meta.url));
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [program, 'mcp'], env }));
  return client;
}

/** The same with a bridge of another author; its HOME is the folder, and it ends with the client. */
export async function connectBridge(command: string, args: string[], cwd: string): Promise<Assistant> {
  const client = assistantOf('legacy');
  const env = { PATH: process.env.PATH ?? '', HOME: cwd };
  await client.connect(new StdioClientTransport({ command, args, cwd, env, stderr: 'ignore' }));
  return client;
}

/** The same without a key: `heard` reads what it says on stderr, until it answers true. */
export async function connectSaying(
  command: string,
  args: string[],
  cwd: string,
  heard: (said: string) => Promise<boolean>,
): Promise<{ assistant: Assistant; said: string }> {
  const assistant = assistantOf('legacy');
  const env = { PATH: process.env.PATH ?? '', HOME: cwd };
  const transport = new StdioClientTransport({ command, args, cwd, env, stderr: 'pipe' });
  let said = '';
  let hears = Promise.resolve(false);
  transport.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    hears = hears.then(async (isDone) => isDone || (await heard(said)));
  });
  await assistant.connect(transport);
  await hears;
  return { assistant, said };
}

/** Answers the forms that a server asks the assistant to show. */
export type Person = (form: { message: string; requestedSchema: object }) => Promise<ElicitResult>;

function assistantOf(era: Era, person?: Person): Client {
  const capabilities = person === undefined ? {} : { elicitation: { form: {} } };
  const client = new Client({ name: 'test-assistant', version: '1.0.0' }, { ...protocolOf(era), capabilities });
  if (person !== undefined) {
    client.setRequestHandler('elicitation/create', ({ params }) => person(params as Parameters<Person>[0]));
  }
  return client;
}

/** The options of a client of one era. */
export function protocolOf(era: Era): ClientOptions {
  return { versionNegotiation: { mode: era === 'modern' ? { pin: MODERN } : 'legacy' } };
}

export interface ToolAnswer {
  isError: boolean;
  /** All text of the result. */
  text: string;
  structured: Record<string, unknown>;
  meta: Record<string, unknown>;
}

export async function callTool(
  client: Assistant,
  name: string,
  args: Record<string, unknown> = {},
): Promise<ToolAnswer> {
  const result = await client.callTool({ name, arguments: args });
  const blocks = result.content as { type: string; text: string }[];
  return {
    isError: result.isError === true,
    text: blocks.map((block) => block.text).join('\n'),
    structured: (result.structuredContent ?? {}) as Record<string, unknown>,
    meta: (result._meta ?? {}) as Record<string, unknown>,
  };
}

/** Sends one message of the 2025 era, or a text as it is. */
export async function sendToMcp(
  baseUrl: string,
  body: unknown,
  headers: Record<string, string> = { authorization: `Bearer ${LIVE_KEY}` },
): Promise<{ status: number; headers: Headers; text: string }> {
  const response = await fetch(`${baseUrl}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
