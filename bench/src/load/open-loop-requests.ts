// SPDX-License-Identifier: Apache-2.0
/** A load generator: requests over HTTP at a fixed rate. */
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { openLoop } from './open-loop.ts';

export interface OpenLoopRequestsSpec {
  url: string;
  /** The requests that are sent in turn. */
  requests: { headers: Record<string, string>; body: string }[];
  perSecond: number;
  seconds: number;
}

/** More than are ever in flight at the measured rates. */
const CONNECTIONS_MAX = 64;

const { url, requests, perSecond, seconds } = JSON.parse(await text(process.stdin)) as OpenLoopRequestsSpec;
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS_MAX });
let sent = 0;
const result = await openLoop(perSecond, seconds, () => {
  const next = requests[sent % requests.length];
  if (next === undefined) throw new Error('nothing to send');
  sent += 1;
  return post(next);
});
agent.destroy();
process.stdout.write(JSON.stringify(result));

function post({ headers, body }: OpenLoopRequestsSpec['requests'][number]): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      { method: 'POST', agent, headers: { ...headers, 'content-length': Buffer.byteLength(body) } },
      (answer) => {
        answer.resume();
        answer.once('end', () => (answer.statusCode === 200 ? resolve() : reject(new Error(`${answer.statusCode}`))));
      },
    );
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}
