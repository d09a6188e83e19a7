// SPDX-License-Identifier: Apache-2.0
/** A load generator with a number of connections, each of which sends its next request after each answer. */
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { installBeside } from '../../../scripts/install-beside.mjs';
import { percentile } from '../statistics.ts';

export interface ClosedLoopSpec {
  url: string;
  /** The requests that each connection sends in turn. */
  requests: { headers: Record<string, string>; body: string }[];
  connections: number;
  /** The load ends after this many seconds, or after this many requests. */
  until: { seconds: number } | { requests: number };
  /** Sends an Idempotency-Key of its own with each request. */
  withKeys: boolean;
}

export interface ClosedLoopResult {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** The part of autocannon that is used here. */
interface Load {
  on(
    event: 'response',
    listener: (client: unknown, status: number, bytes: number, responseTimeMs: number) => void,
  ): void;
}
interface LoadResult {
  non2xx: number;
  errors: number;
  timeouts: number;
}
type StartLoad = (options: object, ended: (error: Error | null, result: LoadResult) => void) => Load;

const BESIDE = 'bench/autocannon';
installBeside(BESIDE);
const autocannon = createRequire(new URL(`../../../${BESIDE}/package.json`, import.meta.url))(
  'autocannon',
) as StartLoad;

/** The interval at which the generator checks for the end of its time. */
const LOOK_MS = 20;

// Runs one load after another on command, so that its code stays compiled between them.
for await (const line of createInterface(process.stdin)) {
  process.stdout.write(`${JSON.stringify(await run(JSON.parse(line) as ClosedLoopSpec))}\n`);
}

async function run({ url, requests, connections, until, withKeys }: ClosedLoopSpec): Promise<ClosedLoopResult> {
  const latenciesMs: number[] = [];
  const startedMs = performance.now();
  const result = await new Promise<LoadResult>((resolve, reject) => {
    const instance = autocannon(
      {
        url,
        connections,
        method: 'POST',
        // Replaces the mark everywhere in the request, including headers.
        idReplacement: withKeys,
        requests: requests.map(({ headers, body }) => ({
          headers: withKeys ? { ...headers, 'idempotency-key': '[<id>]' } : headers,
          body,
        })),
        sampleInt: LOOK_MS,
        ...('seconds' in until ? { duration: until.seconds } : { amount: until.requests }),
      },
      (error: Error | null, ended) => (error === null ? resolve(ended) : reject(error)),
    );
    // The generator's own histogram knows whole milliseconds only.
    instance.on('response', (_client, _status, _bytes, responseTimeMs) => latenciesMs.push(responseTimeMs));
  });
  const seconds = (performance.now() - startedMs) / 1_000;
  const refused = result.non2xx + result.errors + result.timeouts;
  if (refused > 0) {
    const { non2xx, errors, timeouts } = result;
    const how = `${non2xx} other answers, ${errors} broken connections, ${timeouts} without an answer in time`;
    throw new Error(`${refused} of ${latenciesMs.length} requests were not answered with 200: ${how}`);
  }
  return {
    perSecond: latenciesMs.length / seconds,
    p50Ms: percentile(latenciesMs, 50),
    p99Ms: percentile(latenciesMs, 99),
  };
}
