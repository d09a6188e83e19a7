// SPDX-License-Identifier: Apache-2.0
/** Shared by the measurements of deliveries: organizations with endpoints, and the arrivals at the receiver. */
import { setTimeout as delay } from 'node:timers/promises';
import type { OpenLoopRequestsSpec } from './load/open-loop-requests.ts';
import type { Server } from './processes.ts';
import type { ReceivedStats } from './servers/receiver.ts';

const POLL_MS = 100;
const ARRIVED_WITHIN_MS = 30_000;

interface Delivering {
  name: string;
  key: string;
  urls: string[];
}

export function urlsOf(base: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${base}/${index}`);
}

/** A provisioning file; JSON is YAML too. Each request of `blockedBy` causes a delivery to each endpoint. */
export function fileOf(organizations: readonly Delivering[]): string {
  const written = organizations.map(({ name, key, urls }) => ({
    name,
    plan: 'ENTERPRISE',
    resources: [{ name: 'customers', classification: 'CUSTOMER_PII' }],
    agents: [{ name: 'bot' }],
    apiKeys: [{ name: 'live', key }],
    webhooks: urls.map((url) => ({ url })),
    policies: [{ name: 'Block deletions', action: 'DELETE', decision: 'BLOCK' }],
  }));
  return JSON.stringify({ apiVersion: 'svc/v1', kind: 'Provision', organizations: written });
}

export function blockedBy(key: string): OpenLoopRequestsSpec['requests'][number] {
  return {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ agent: 'bot', resource: 'customers', action: 'DELETE_DATA' }),
  };
}

/** Waits for this many arrivals since its last call, and returns all of them. */
export async function takeAll(receiver: Server, expected: number): Promise<ReceivedStats> {
  const deadlineMs = performance.now() + ARRIVED_WITHIN_MS;
  for (;;) {
    const count = Number(await (await fetch(`${receiver.baseUrl}/count`)).text());
    if (count >= expected) break;
    if (performance.now() > deadlineMs) throw new Error(`${count} of ${expected} deliveries arrived in time`);
    await delay(POLL_MS);
  }
  return (await (await fetch(`${receiver.baseUrl}/stats`)).json()) as ReceivedStats;
}
