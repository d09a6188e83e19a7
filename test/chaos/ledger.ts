/** What clients were told: the only truth that counts for them. It compares; it asks nobody. */
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
  /** Takes an answer 200. */
  acknowledge(request: ClientRequest, decision: Decision): void;
  /** The first answer of each key, and each answer without one, since the last call of this. */
  takeNew(): Acknowledgement[];
  /** What the clients of one organization were told since the beginning. */
  told(organization: string): Told;
  /** Whatever no client may ever see, as sentences. */
  contradictions: string[];
  /** How often each thing happened, to show that the test tested something. */
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
