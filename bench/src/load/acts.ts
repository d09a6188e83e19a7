// SPDX-License-Identifier: Apache-2.0
/**
 * A load generator for decisions and redemptions: each connection sends its next request after each answer. Acts that
 * are redeemed were decided before, which is not measured.
 */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

export interface ActsSpec {
  baseUrl: string;
  headers: Record<string, string>;
  body: string;
  kind: 'decide' | 'redeem';
  acts: number;
  connections: number;
}

export interface ActsResult {
  perSecond: number;
}

// Runs one load after another on command, so that its code stays compiled between them.
for await (const line of createInterface(process.stdin)) {
  process.stdout.write(`${JSON.stringify(await run(JSON.parse(line) as ActsSpec))}\n`);
}

async function run({ kind, ...spec }: ActsSpec): Promise<ActsResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: spec.connections });
  const post = (path: string) => send(agent, spec, path);
  const paths = Array.from({ length: spec.acts }, () => '/v1/events');
  if (kind === 'redeem') {
    const decided = await inTurns(paths, spec.connections, post);
    paths.splice(
      0,
      paths.length,
      ...decided.map((answer) => `/v1/events/${(JSON.parse(answer) as { id: string }).id}/redeem`),
    );
  }
  const startedMs = performance.now();
  await inTurns(paths, spec.connections, post);
  const seconds = (performance.now() - startedMs) / 1_000;
  agent.destroy();
  return { perSecond: spec.acts / seconds };
}

async function inTurns(paths: readonly string[], connections: number, post: (path: string) => Promise<string>) {
  const answers: string[] = [];
  const rest = paths.values();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (const path of rest) answers.push(await post(path));
    }),
  );
  return answers;
}

function send(agent: Agent, { baseUrl, headers, body }: Omit<ActsSpec, 'kind'>, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const own = { ...headers, 'idempotency-key': randomUUID(), 'content-length': Buffer.byteLength(body) };
    const outgoing = request(baseUrl + path, { method: 'POST', agent, headers: own }, (answer) => {
      text(answer).then((whole) => {
        if (answer.statusCode === 200) resolve(whole);
        else reject(new Error(`${path} answered ${answer.statusCode}: ${whole}`));
      }, reject);
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}
