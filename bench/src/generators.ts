// SPDX-License-Identifier: Apache-2.0
/** The load generators as functions: each call is a process of its own that runs a few seconds. */
import type { ClosedLoopResult, ClosedLoopSpec } from './load/closed-loop.ts';
import type { HangingCallsSpec } from './load/hanging-calls.ts';
import type { InsertsResult, InsertsSpec } from './load/inserts.ts';
import type { OpenLoopResult } from './load/open-loop.ts';
import type { OpenLoopRequestsSpec } from './load/open-loop-requests.ts';
import { BODIES, headersFor, type OrganizationName } from './organizations.ts';
import { runGenerator, startGenerator } from './processes.ts';

/** The length of one measured round. */
export const SECONDS = 3;
export const CONNECTIONS = 64;

const CLOSED_LOOP = new URL('load/closed-loop.ts', import.meta.url);
const OPEN_LOOP = new URL('load/open-loop-requests.ts', import.meta.url);
const HANGING_CALLS = new URL('load/hanging-calls.ts', import.meta.url);
const INSERTS = new URL('load/inserts.ts', import.meta.url);

type ClosedLoopChoice = Partial<Pick<ClosedLoopSpec, 'url' | 'until' | 'withKeys' | 'requests' | 'connections'>> & {
  bodies?: string[];
};

/** 64 connections, each of which decides again as soon as it is answered. */
export async function decide(
  baseUrl: string,
  organization: OrganizationName,
  choice: ClosedLoopChoice = {},
): Promise<ClosedLoopResult> {
  return await runGenerator<ClosedLoopResult>(CLOSED_LOOP, closedLoop(baseUrl, organization, choice));
}

/** The same from one warm process, which stays until `use` ends. */
export async function withDecider<Result>(use: (decideWarm: typeof decide) => Promise<Result>): Promise<Result> {
  const generator = startGenerator<ClosedLoopSpec, ClosedLoopResult>(CLOSED_LOOP);
  try {
    return await use((...choice) => generator.run(closedLoop(...choice)));
  } finally {
    await generator.stop();
  }
}

function closedLoop(
  baseUrl: string,
  organization: OrganizationName,
  { bodies = BODIES, ...choice }: ClosedLoopChoice = {},
): ClosedLoopSpec {
  return {
    url: `${baseUrl}/v1/events`,
    requests: bodies.map((body) => ({ headers: headersFor(organization), body })),
    connections: CONNECTIONS,
    until: { seconds: SECONDS },
    withKeys: false,
    ...choice,
  };
}

export async function decideAtRate(
  baseUrl: string,
  organization: OrganizationName,
  perSecond: number,
  seconds: number,
  bodies: string[] = BODIES,
): Promise<OpenLoopResult> {
  const url = `${baseUrl}/v1/events`;
  const requests = bodies.map((body) => ({ headers: headersFor(organization), body }));
  const spec: OpenLoopRequestsSpec = { url, requests, perSecond, seconds };
  return await runGenerator<OpenLoopResult>(OPEN_LOOP, spec);
}

export async function callWhatHangs(spec: HangingCallsSpec): Promise<{ answered: number }> {
  return await runGenerator<{ answered: number }>(HANGING_CALLS, spec);
}

export async function insert(connectionString: string, load: InsertsSpec['load']): Promise<InsertsResult> {
  const spec: InsertsSpec = { connectionString, connections: CONNECTIONS, load };
  return await runGenerator<InsertsResult>(INSERTS, spec);
}
