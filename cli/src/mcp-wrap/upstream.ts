// SPDX-License-Identifier: Apache-2.0
/** The server behind the proxy: a program that it starts, or an address. */
import { spawn } from 'node:child_process';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Environment } from '../world.ts';
import { type Line, lineFor, linesOf } from './lines.ts';

export interface Upstream {
  send(line: Line): Promise<void>;
  /** Each message of the server; ends when the server has ended. */
  readonly messages: AsyncIterable<Line>;
  /** The client sends no more. */
  close(): Promise<void>;
}

/** Secrets of this program; a server that it starts gets none of them. */
const OWN_VARIABLES = new Set(['SVC_API_KEY', 'SVC_WEBHOOK_SECRET']);

export function openCommand([program = '', ...args]: readonly string[], env: Environment, cwd: string): Upstream {
  const given = Object.fromEntries(Object.entries(env).filter(([name]) => !OWN_VARIABLES.has(name)));
  const child = spawn(program, args, { cwd, env: given as NodeJS.ProcessEnv, stdio: ['pipe', 'pipe', 'inherit'] });
  const failed = new Promise<never>((_resolve, reject) => {
    child.once('error', () => reject(new Error(`The server ${program} cannot be started.`)));
  });
  failed.catch(() => undefined);
  // A server that has ended takes no more; its messages end, too.
  child.stdin.on('error', () => undefined);
  return {
    async send({ text }) {
      child.stdin.write(`${text}\n`);
    },
    messages: orFailed(linesOf(child.stdout), failed),
    async close() {
      child.stdin.end();
      const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
      // Some servers go on without a client.
      for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
        if (await isWithin(ended, child.exitCode)) return;
        child.kill(signal);
      }
    },
  };
}

/** A server has this long to end by itself, and then after a signal. */
const END_WITHIN_MS = 2_000;

async function isWithin(ended: Promise<void>, exitCode: number | null): Promise<boolean> {
  if (exitCode !== null) return true;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), END_WITHIN_MS);
  });
  const isEnded = await Promise.race([ended.then(() => true), late]);
  clearTimeout(timer);
  return isEnded;
}

async function* orFailed(lines: AsyncGenerator<Line>, failed: Promise<never>): AsyncGenerator<Line> {
  for (;;) {
    const next = await Promise.race([lines.next(), failed]);
    if (next.done === true) return;
    yield next.value;
  }
}

/** @param headers of each request, such as the server's own key */
export function openUrl(url: URL, headers: Readonly<Record<string, string>>): Upstream {
  const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers: { ...headers } } });
  const queue: Line[] = [];
  let isOver = false;
  let wake: () => void = () => undefined;
  const add = (message: object) => {
    queue.push(lineFor(message));
    wake();
  };
  transport.onmessage = (message) => {
    const { result } = message as { result?: { protocolVersion?: string } };
    // The version that both agreed on goes with each later request.
    if (typeof result?.protocolVersion === 'string') transport.setProtocolVersion?.(result.protocolVersion);
    add(message);
  };
  transport.onclose = () => {
    isOver = true;
    wake();
  };
  const started = transport.start();
  return {
    async send({ message }) {
      await started;
      try {
        await transport.send(message as Parameters<typeof transport.send>[0]);
      } catch {
        if (message.id === undefined || message.method === undefined) return;
        const error = { code: -32_603, message: `The server at ${url.origin} did not answer.` };
        add({ jsonrpc: '2.0', id: message.id, error });
      }
    },
    messages: (async function* () {
      for (;;) {
        const next = queue.shift();
        if (next !== undefined) yield next;
        else if (isOver) return;
        else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    })(),
    async close() {
      await transport.close();
    },
  };
}
