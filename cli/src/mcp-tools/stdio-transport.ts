// SPDX-License-Identifier: Apache-2.0
/**
 * Messages of the protocol over stdin and stdout. The end of stdin is not the end of the work. The library's own
 * transport gives up the calls under way there, while their decisions may be recorded.
 */
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  ProtocolErrorCode,
  parseJSONRPCMessage,
  STDIO_DEFAULT_MAX_BUFFER_SIZE,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/server';
import { plainFault, readMessage } from '@svc/core/mcp-input';
import { plainText } from '@svc/core/text-input';
import { Failure } from '../failure.ts';
import type { Streams } from '../world.ts';

type Message = Parameters<Transport['send']>[0];
type Id = string | number;

export class StdioTransport implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #streams: Pick<Streams, 'stdin' | 'stdout'>;
  readonly #unanswered = new Set<Id>();
  #isEnded = false;
  #settle: () => void = () => undefined;
  #fail: (error: unknown) => void = () => undefined;
  /** Resolves once stdin has ended and every request on it has its answer. */
  readonly done = new Promise<void>((resolve, reject) => {
    this.#settle = resolve;
    this.#fail = reject;
  });

  constructor(streams: Pick<Streams, 'stdin' | 'stdout'>) {
    this.#streams = streams;
  }

  start(): Promise<void> {
    this.#read().then(() => {
      this.#isEnded = true;
      this.#check();
    }, this.#fail);
    return Promise.resolve();
  }

  async send(message: Message): Promise<void> {
    const { stdout } = this.#streams;
    await new Promise<void>((resolve) => void stdout.write(serializeMessage(inPlainWords(message)), () => resolve()));
    const isAnswer = isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message);
    if (isAnswer && message.id !== undefined) this.#forget(message.id);
  }

  close(): Promise<void> {
    this.onclose?.();
    return Promise.resolve();
  }

  async #read(): Promise<void> {
    for await (const line of linesOf(this.#streams.stdin)) {
      if (line.trim() !== '') await this.#receive(line);
    }
  }

  async #receive(line: string): Promise<void> {
    let message: Message;
    try {
      message = parseJSONRPCMessage(readMessage(JSON.parse(line)));
    } catch {
      await this.#refuse(line);
      return;
    }
    // A subscription has no answer before its end, and a cancelled call has none at all.
    if (isJSONRPCRequest(message) && message.method !== 'subscriptions/listen') this.#unanswered.add(message.id);
    this.onmessage?.(message);
    if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
      this.#forget(message.params?.requestId as Id);
    }
  }

  /** A request without its form is answered, because its sender waits. */
  async #refuse(line: string): Promise<void> {
    const id = idOf(line);
    if (id === null) return;
    const error = { code: ProtocolErrorCode.InvalidRequest, message: 'This is no request of JSON-RPC 2.0.' };
    await this.send({ jsonrpc: '2.0', id, error });
  }

  #forget(id: Id): void {
    this.#unanswered.delete(id);
    this.#check();
  }

  #check(): void {
    if (this.#isEnded && this.#unanswered.size === 0) this.#settle();
  }
}

/** Without text of the library's validator. */
function inPlainWords(message: Message): Message {
  return isJSONRPCErrorResponse(message) ? { ...message, error: plainFault(message.error) } : message;
}

/** The last line needs no end. A stream that breaks off has ended, too. */
async function* linesOf(stdin: Streams['stdin']): AsyncGenerator<string> {
  let rest = '';
  try {
    for await (const chunk of stdin.setEncoding('utf8')) {
      const lines = (rest + String(chunk)).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > STDIO_DEFAULT_MAX_BUFFER_SIZE) throw tooLong();
      for (const line of lines) yield plainText(line);
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
  }
  yield plainText(rest);
}

function tooLong(): Failure {
  return new Failure(
    'payload_too_large',
    `A message on stdin is longer than ${STDIO_DEFAULT_MAX_BUFFER_SIZE} characters.`,
  );
}

function idOf(line: string): Id | null {
  try {
    const { id } = JSON.parse(line) as { id?: unknown };
    return typeof id === 'string' || typeof id === 'number' ? id : null;
  } catch {
    return null;
  }
}
