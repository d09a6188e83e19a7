// SPDX-License-Identifier: Apache-2.0
/** The answers that clients got, which are the only truth for them. It compares them and asks no service. */
import type { Decision } from '@svc/contract';
import type { Caller } from './organizations.ts';

export interface ClientRequest {
  caller: Caller;
  /** Null for a client that does not retry. */
  idempotencyKey: string | null;
  body: object;
}

interface Acknowledgement {
  request: ClientRequest;
  decision: Decision;
}

export interface Told {
  /** Idempotency key -> id of its event. */
  idsByKey: Map<string, string>;
  keylessIds: Set<string>;
}

export interface Ledger {
  /** Records an answer with status 200. */
  acknowledge(request: ClientRequest, decision: Decision): void;
  /** The first answer of each key, and each answer without one, since its last call. */
  takeNew(): Acknowledgement[];
  /** The answers that the clients of one organization got since the beginning. */
  told(organization: string): Told;
  /** Answers that no client may ever see, as sentences. */
  contradictions: string[];
  /** The count of each event, which shows that the test had something to test. */
  counts: Record<'acknowledged' | 'repeated' | 'unavailable' | 'unanswered', number>;
}

export function createLedger(): Ledger {
  const byOrganization = new Map<string, Told>();
  const fresh: Acknowledgement[] = [];
  const contradictions: string[] = [];
  const counts = { acknowledged: 0, repeated: 0, unavailable: 0, unanswered: 0 };
  const told = (organization: string): Told => {
    const known = byOrganization.get(organization) ?? { idsByKey: new Map(), keylessIds: new Set() };
    byOrganization.set(organization, known);
    return known;
  };
  return {
    contradictions,
    counts,
    acknowledge(request, decision) {
      const { caller, idempotencyKey } = request;
      const { idsByKey, keylessIds } = told(caller.organization);
      const id = idempotencyKey === null ? undefined : idsByKey.get(idempotencyKey);
      if (id === undefined) {
        if (keylessIds.has(decision.id)) contradictions.push(`${decision.id} was answered twice`);
        if (idempotencyKey === null) keylessIds.add(decision.id);
        else idsByKey.set(idempotencyKey, decision.id);
        counts.acknowledged += 1;
        fresh.push({ request, decision });
        return;
      }
      counts.repeated += 1;
      if (id !== decision.id) contradictions.push(`${idempotencyKey} was answered with ${id} and ${decision.id}`);
    },
    takeNew: () => fresh.splice(0),
    told,
  };
}
