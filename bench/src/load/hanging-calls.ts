// SPDX-License-Identifier: Apache-2.0
/** A load generator: this many requests as fast as connections are free, most of which hang. It measures nothing. */
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface HangingCallsSpec {
  url: string;
  headers: Record<string, string>;
  body: string;
  calls: number;
  /** Well above the calls of a route that the service allows at once: the others get their answers meanwhile. */
  connections: number;
}

const { url, headers, body, calls, connections } = JSON.parse(await text(process.stdin)) as HangingCallsSpec;
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const statuses = await Promise.all(Array.from({ length: calls }, post));
agent.destroy();
process.stdout.write(JSON.stringify({ answered: statuses.filter((status) => status === 200).length }));

function post(): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      { method: 'POST', agent, headers: { ...headers, 'content-length': Buffer.byteLength(body) } },
      (answer) => answer.resume().once('end', () => resolve(answer.statusCode ?? 0)),
    );
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}
