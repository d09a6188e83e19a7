// SPDX-License-Identifier: Apache-2.0
/** A load generator that does not mind refusals: what an attacker sends, whose answers do not matter. */
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface WorstBodiesSpec {
  /** Sent in turn, on every connection. */
  requests: { url: string; headers: Record<string, string>; body: string }[];
  connections: number;
  seconds: number;
}

export interface WorstBodiesResult {
  /** The number of answers of each status. */
  statuses: Record<string, number>;
}

const { requests, connections, seconds } = JSON.parse(await text(process.stdin)) as WorstBodiesSpec;
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const untilMs = performance.now() + seconds * 1_000;
const statuses: Record<string, number> = {};
let sent = 0;
await Promise.all(Array.from({ length: connections }, () => sendUntilEnd()));
agent.destroy();
process.stdout.write(JSON.stringify({ statuses } satisfies WorstBodiesResult));

async function sendUntilEnd(): Promise<void> {
  while (performance.now() < untilMs) {
    const next = requests[sent % requests.length];
    if (next === undefined) throw new Error('nothing to send');
    sent += 1;
    const status = await post(next);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
}

function post({ url, headers, body }: WorstBodiesSpec['requests'][number]): Promise<string> {
  return new Promise((resolve) => {
    const lengths = { 'content-length': Buffer.byteLength(body) };
    const outgoing = request(url, { method: 'POST', agent, headers: { ...headers, ...lengths } }, (answer) => {
      answer.resume();
      answer.once('close', () => resolve(String(answer.statusCode)));
    });
    outgoing.once('error', () => resolve('none'));
    outgoing.setTimeout(Math.max(1, untilMs - performance.now()), () => outgoing.destroy());
    outgoing.end(body);
  });
}
