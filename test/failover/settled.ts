// SPDX-License-Identifier: Apache-2.0
/** The state of connections is on the primary after a fault: the lock by which a process is seen, and its listener. */
import { setTimeout as delay } from 'node:timers/promises';
import { openBrowser } from '#harness/service/sessions.ts';
import { PROGRAM_WITHIN_MS } from '../run/time-outs.ts';
import { type Cluster, until } from './cluster/index.ts';
import { HEARD_WITHIN_MS, WAIT_MS } from './limits.ts';
import { EXPORT_ORDERS, WATCHED_KEY } from './organizations.ts';
import type { Service } from './service.ts';

export interface Settled {
  faults: string[];
  /** How soon each process heard of an approval by the other; null for one that heard nothing. */
  heardMs: (number | null)[];
  /** Locks on the primary and on its standbys. */
  locks: string;
}

/** The class of the locks by which processes are seen: see server/src/decisions/gateways/presence.ts. */
const LOCK_CLASS = 1_937_138_535;
const COUNT_LOCKS = `
  SELECT count(*)::int AS count FROM pg_locks
  WHERE locktype = 'advisory' AND classid::bigint = ${LOCK_CLASS} AND objsubid = 2 AND granted`;

/** @param processes of each service */
export async function lookWhatSettled(
  cluster: Cluster,
  services: readonly [Service, Service],
  session: ReadonlyMap<string, string>,
  processes: number,
): Promise<Settled> {
  const faults: string[] = [];
  let locks = '';
  const isRight = async () => {
    const primary = await cluster.primary();
    const counts = await Promise.all(
      cluster.members.map(async (member) => ({
        isPrimary: member === primary,
        count: (await member.query<{ count: number }>(COUNT_LOCKS))[0]?.count ?? 0,
      })),
    );
    const on = counts.find((one) => one.isPrimary)?.count ?? 0;
    const elsewhere = counts.reduce((sum, one) => sum + (one.isPrimary ? 0 : one.count), 0);
    locks = `${on} on the primary, ${elsewhere} elsewhere`;
    return on === services.length * processes && elsewhere === 0;
  };
  await until('the locks are on the primary', PROGRAM_WITHIN_MS, isRight).catch(() => faults.push(`locks: ${locks}`));

  await until('both are ready', PROGRAM_WITHIN_MS, async () => {
    const looks = await Promise.all(services.map(({ baseUrl }) => fetch(`${baseUrl}/ready`)));
    return looks.every(({ status }) => status === 200);
  }).catch(() => faults.push('a process does not become ready again'));

  const heardMs: (number | null)[] = [];
  for (const [at, listener] of services.entries()) {
    const approver = services[1 - at];
    if (approver === undefined) continue;
    let heard: number | null = null;
    await until('an approval is heard', PROGRAM_WITHIN_MS, async () => {
      heard = await timeToHear(approver, listener, session);
      return heard < HEARD_WITHIN_MS;
    }).catch((error: unknown) => {
      heard = null;
      faults.push(`process ${at} does not hear what the other did (${String((error as Error).cause ?? 'too late')})`);
    });
    heardMs.push(heard);
  }
  return { faults, heardMs, locks };
}

/** A person approves on one process what a caller waits for on the other. */
async function timeToHear(approver: Service, listener: Service, session: ReadonlyMap<string, string>): Promise<number> {
  const headers = { authorization: `Bearer ${WATCHED_KEY}`, 'content-type': 'application/json' };
  const body = JSON.stringify(EXPORT_ORDERS);
  const decided = await fetch(`${listener.baseUrl}/v1/events`, { method: 'POST', headers, body });
  const { id, finalDecision } = (await decided.json()) as { id: string; finalDecision: string };
  if (finalDecision !== 'REVIEW') throw new Error(`a decision to review: ${decided.status} ${finalDecision}`);
  const waiting = fetch(`${listener.baseUrl}/v1/events/${id}?waitMs=${WAIT_MS}`, { headers }).then(async (response) => {
    const answer = (await response.json()) as { finalDecision: string };
    return { endedAtMs: performance.now(), finalDecision: answer.finalDecision };
  });
  // The approval comes while the caller waits: one that came before would be read, and not heard.
  const [approvedAtMs, answer] = await Promise.all([approveSoon(approver, id, session), waiting]);
  if (answer.finalDecision !== 'ALLOW') throw new Error(`the caller was told ${answer.finalDecision}`);
  return answer.endedAtMs - approvedAtMs;
}

const APPROVED_AFTER_MS = 300;

async function approveSoon(approver: Service, id: string, session: ReadonlyMap<string, string>): Promise<number> {
  await delay(APPROVED_AFTER_MS);
  const atMs = performance.now();
  const { status } = await openBrowser(approver.baseUrl, session).call(`/reviews/${id}/approve`, { body: {} });
  if (status !== 200) throw new Error(`an approval: ${status}`);
  return atMs;
}
