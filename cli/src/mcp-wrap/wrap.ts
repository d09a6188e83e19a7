// SPDX-License-Identifier: Apache-2.0
/** The proxy itself: which messages it looks into, and what it answers by itself. */
import { randomUUID } from 'node:crypto';
import type { Streams } from '../world.ts';
import type { Decide } from './decide.ts';
import { clientLine, isRecord, type Line, lineFor, type Message, textsOf } from './lines.ts';
import type { Upstream } from './upstream.ts';

export interface WrapSettings {
  readonly decide: Decide;
  /** Leaves out of a list the tools that would be denied; it may fail, and then nothing is left out. */
  listed(tools: readonly Tool[]): Promise<readonly Tool[]>;
  /** How often a waiting client hears of it, in milliseconds. */
  readonly progressMs: number;
}

interface Tool {
  readonly name?: unknown;
}

type Id = string | number;

interface Running {
  readonly tool: string;
  readonly input: unknown;
  readonly callId: string;
  readonly event: string | null;
}

/** Runs until the client or the server has ended. */
export async function wrap(
  { stdin, stdout }: Pick<Streams, 'stdin' | 'stdout'>,
  upstream: Upstream,
  settings: WrapSettings,
  stopSignal: AbortSignal,
): Promise<void> {
  const proxy = new Proxied(upstream, settings, (line) => void stdout.write(`${line.text}\n`));
  stopSignal.addEventListener('abort', () => void upstream.close());
  const client = (async () => {
    for await (const text of textsOf(stdin)) if (text.trim() !== '') proxy.fromClient(clientLine(text));
    await proxy.settled();
  })();
  void client.catch(() => undefined).then(() => upstream.close());
  for await (const line of upstream.messages) await proxy.fromServer(line);
  await proxy.end();
  stdin.destroy();
}

class Proxied {
  readonly #upstream: Upstream;
  readonly #settings: WrapSettings;
  readonly #answer: (line: Line) => void;
  /** Lists that were asked for, calls that svc decides, and calls that the server runs. */
  readonly #lists = new Set<Id>();
  readonly #deciding = new Map<Id, AbortController>();
  readonly #running = new Map<Id, Running>();
  readonly #definitions = new Map<string, object>();
  readonly #work = new Set<Promise<void>>();

  constructor(upstream: Upstream, settings: WrapSettings, answer: (line: Line) => void) {
    this.#upstream = upstream;
    this.#settings = settings;
    this.#answer = answer;
  }

  /** @param line null for a text that is not one message to every reader: it is sent no further */
  fromClient(line: Line | null): void {
    if (line === null) {
      this.#answer(UNREADABLE);
      return;
    }
    const { id, method, params } = line.message;
    const isRequest = typeof id === 'string' || typeof id === 'number';
    if (method === 'tools/call') {
      // Without an id it would run with nothing to answer a refusal to.
      if (isRequest) this.#track(this.#call(line, id, recordOf(params)));
      return;
    }
    if (method === 'tools/list' && isRequest) this.#lists.add(id);
    if (method === 'notifications/cancelled') {
      const cancelled = recordOf(params).requestId as Id;
      const deciding = this.#deciding.get(cancelled);
      // It never reached the server.
      if (deciding !== undefined) {
        deciding.abort();
        return;
      }
    }
    this.#track(this.#upstream.send(line));
  }

  async fromServer(line: Line): Promise<void> {
    const { id, method } = line.message;
    const isAnswer = method === undefined && (typeof id === 'string' || typeof id === 'number');
    if (isAnswer && this.#lists.delete(id)) return this.#answer(await this.#filtered(line));
    const running = isAnswer ? this.#running.get(id) : undefined;
    if (isAnswer) this.#running.delete(id);
    this.#answer(line);
    if (running !== undefined) this.#track(this.#settings.decide.report(running, statusOf(line.message)));
  }

  /** All that was begun. */
  async settled(): Promise<void> {
    while (this.#work.size > 0) await Promise.allSettled([...this.#work]);
  }

  /** The server has ended: calls under way have an unknown outcome. */
  async end(): Promise<void> {
    for (const deciding of this.#deciding.values()) deciding.abort();
    for (const [id, running] of this.#running) {
      this.#answer(refusal(id, 'The server ended while the tool ran: whether it did is not known.'));
      this.#track(this.#settings.decide.report(running, 'UNKNOWN'));
    }
    await this.settled();
  }

  #track(work: Promise<void>): void {
    const kept = work.catch(() => undefined).finally(() => this.#work.delete(kept));
    this.#work.add(kept);
  }

  async #call(line: Line, id: Id, { name, arguments: input, _meta }: Readonly<Record<string, unknown>>): Promise<void> {
    if (typeof name !== 'string') return this.#answer(refusal(id, 'svc: a call must name its tool.'));
    if (this.#deciding.has(id) || this.#running.has(id)) {
      return this.#answer(refusal(id, 'svc: a call with this id is under way.'));
    }
    const stopping = new AbortController();
    this.#deciding.set(id, stopping);
    const token = recordOf(_meta).progressToken as Id | undefined;
    const waiting =
      token === undefined ? null : setInterval(() => this.#tellProgress(token), this.#settings.progressMs);
    const call = { tool: name, input, callId: randomUUID() };
    try {
      const decided = await this.#settings.decide.ask(call, this.#definitions.get(name) ?? null, stopping.signal);
      if (!decided.run) {
        if (!stopping.signal.aborted) this.#answer(refusal(id, decided.reason));
        return;
      }
      // It is redeemed, and its tool does not run any more.
      if (stopping.signal.aborted)
        return await this.#settings.decide.report({ ...call, event: decided.event }, 'FAILED');
      this.#running.set(id, { ...call, event: decided.event });
      await this.#upstream.send(line);
    } finally {
      clearInterval(waiting ?? undefined);
      this.#deciding.delete(id);
    }
  }

  #progress = 0;
  #tellProgress(progressToken: Id): void {
    this.#progress += 1;
    const params = { progressToken, progress: this.#progress, message: 'Waiting for a decision of svc.' };
    this.#answer(lineFor({ jsonrpc: '2.0', method: 'notifications/progress', params }));
  }

  async #filtered(line: Line): Promise<Line> {
    const result = recordOf(line.message.result);
    if (!Array.isArray(result.tools)) return line;
    const tools = result.tools as readonly Tool[];
    for (const tool of tools) if (typeof tool?.name === 'string') this.#definitions.set(tool.name, tool);
    const left = await this.#settings.listed(tools);
    return left.length === tools.length ? line : lineFor({ ...line.message, result: { ...result, tools: left } });
  }
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});

const UNREADABLE = lineFor({
  jsonrpc: '2.0',
  id: null,
  error: {
    code: -32_600,
    message: 'svc: send one message on each line, with each of its names once. Nothing was run.',
  },
});

/** A model reads the text of a result, and recovers from it better than from an error of the protocol. */
function refusal(id: Id, text: string): Line {
  return lineFor({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }], isError: true } });
}

function statusOf({ error, result }: Message): 'SUCCEEDED' | 'FAILED' {
  return error === undefined && recordOf(result).isError !== true ? 'SUCCEEDED' : 'FAILED';
}
