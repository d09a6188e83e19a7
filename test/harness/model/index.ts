// SPDX-License-Identifier: Apache-2.0
/**
 * A model on loopback, as coding assistants call one: it asks for one call of a tool, and says "done" once it has the
 * result. It speaks the streamed protocols of Anthropic, OpenAI (responses and chat completions) and Google.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ModelCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface Model {
  readonly baseUrl: string;
  /** The next conversations ask for this. */
  asks(call: ModelCall): void;
  /** Bodies of the requests so far, as text. */
  readonly requests: string[];
  stop(): Promise<void>;
}

type Frame = readonly [event: string | null, data: object | string];

export async function startModel(): Promise<Model> {
  let asked: ModelCall = { name: 'none', input: {} };
  let calls = 0;
  const requests: string[] = [];
  const server = createServer((request, reply) => {
    void readBody(request).then((body) => {
      const path = request.url ?? '';
      const protocol = PROTOCOLS.find(({ matches }) => matches(path, request.method ?? 'GET'));
      if (protocol === undefined) return sendJson(reply, { data: [], models: [] });
      requests.push(body);
      const hasTool = body.includes(`"${asked.name}"`) && !protocol.isAnswered(body);
      calls += 1;
      sendStream(reply, protocol.frames(hasTool ? asked : null, `call_${calls}`));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    asks: (call) => {
      asked = call;
    },
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function sendJson(reply: ServerResponse, value: object): void {
  reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function sendStream(reply: ServerResponse, frames: readonly Frame[]): void {
  reply.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const [event, data] of frames) {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    reply.write(`${event === null ? '' : `event: ${event}\n`}data: ${text}\n\n`);
  }
  reply.end();
}

interface Protocol {
  matches(path: string, method: string): boolean;
  /** The conversation has the result of the call. */
  isAnswered(body: string): boolean;
  frames(call: ModelCall | null, id: string): Frame[];
}

const DONE = 'done';

const ANTHROPIC: Protocol = {
  matches: (path, method) => method === 'POST' && /^\/v1\/messages(?:\?|$)/.test(path),
  isAnswered: (body) => body.includes('"tool_result"'),
  frames(call, id) {
    const block =
      call === null ? { type: 'text', text: '' } : { type: 'tool_use', id: `toolu_${id}`, name: call.name, input: {} };
    const delta =
      call === null
        ? { type: 'text_delta', text: DONE }
        : { type: 'input_json_delta', partial_json: JSON.stringify(call.input) };
    const usage = { input_tokens: 1, output_tokens: 1 };
    const message = { id: `msg_${id}`, type: 'message', role: 'assistant', model: 'stub', content: [], usage };
    const stop = { stop_reason: call === null ? 'end_turn' : 'tool_use', stop_sequence: null };
    const events = [
      { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null } },
      { type: 'content_block_start', index: 0, content_block: block },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: stop, usage },
      { type: 'message_stop' },
    ];
    return events.map((event) => [event.type, event] as const);
  },
};

const RESPONSES: Protocol = {
  matches: (path, method) => method === 'POST' && path.startsWith('/v1/responses'),
  isAnswered: (body) => body.includes('"function_call_output"'),
  frames(call, id) {
    const item =
      call === null
        ? { type: 'message', id, role: 'assistant', content: [{ type: 'output_text', text: DONE }] }
        : { type: 'function_call', id, call_id: id, name: call.name, arguments: JSON.stringify(call.input) };
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    const response = { id: `resp_${id}`, output: [item], usage };
    const events = [
      { type: 'response.created', response: { id: response.id } },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response },
    ];
    return events.map((event) => [event.type, event] as const);
  },
};

const CHAT: Protocol = {
  matches: (path, method) => method === 'POST' && path.startsWith('/v1/chat/completions'),
  isAnswered: (body) => /"role":\s*"tool"/.test(body),
  frames(call, id) {
    const base = { id: `chat_${id}`, object: 'chat.completion.chunk', created: 1, model: 'stub' };
    const tool = call && { index: 0, id, type: 'function', function: { name: call.name, arguments: '' } };
    const delta = call === null ? { content: DONE } : { tool_calls: [tool] };
    const filled = { tool_calls: [{ index: 0, function: { arguments: JSON.stringify(call?.input) } }] };
    const chunk = (change: object, reason: string | null = null) =>
      [null, { ...base, choices: [{ index: 0, delta: change, finish_reason: reason }] }] as const;
    return [
      chunk({ role: 'assistant', ...delta }),
      ...(call === null ? [] : [chunk(filled)]),
      chunk({}, call === null ? 'stop' : 'tool_calls'),
      [null, { ...base, choices: [], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } }],
      [null, '[DONE]'],
    ];
  },
};

const GOOGLE: Protocol = {
  matches: (path) => path.includes(':streamGenerateContent'),
  isAnswered: (body) => body.includes('"functionResponse"'),
  frames(call) {
    const part = call === null ? { text: DONE } : { functionCall: { name: call.name, args: call.input } };
    const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
    const candidate = { content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 };
    return [[null, { candidates: [candidate], usageMetadata }]];
  },
};

const PROTOCOLS = [ANTHROPIC, RESPONSES, CHAT, GOOGLE];
