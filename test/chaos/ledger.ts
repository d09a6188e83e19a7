/** What clients were told: the only truth that counts for them. It compares; it asks nobody. */
import type { Decision } from '@svc/contract';
import type { Caller } from './organizations.ts';

export interface KeyedRequest {
  caller: Caller;
  idempotencyKey: string;
  body: object;
}

interface Acknowledgement {
  request: KeyedRequest;
  decision: Decision;
}

export interface Ledger {
  /** Takes an answer 200. */
  acknowledge(request: KeyedRequest, decision: Decision): void;
  /** The first answer of each key since the last call of this. */
  takeNew(): Acknowledgement[];
  /** Idempotency key -> id of its event, of one organization, since the beginning. */
  idsByKey(organization: string): ReadonlyMap<string, string>;
  /** Whatever no client may ever see, as sentences. */
  contradictions: string[];
  /** How often each thing happened, to show that the test tested something. */
  counts: Record<'acknowledged' | 'repeated' | 'unavailable' | 'unanswered', number>;
}

export function createLedger(): Ledger {
  const ids = new Map<string, Map<string, string>>();
  let fresh = new Map<string, Acknowledgement>();
  const contradictions: string[] = [];
  const counts = { acknowledged: 0, repeated: 0, unavailable: 0, unanswered: 0 };
  return {
    contradictions,
    counts,
    acknowledge(request, decision) {
      const { caller, idempotencyKey } = request;
      const known = ids.get(caller.organization) ?? new Map<string, string>();
      ids.set(caller.organization, known);
      const id = known.get(idempotencyKey);
      if (id === undefined) {
        counts.acknowledged += 1;
        known.set(idempotencyKey, decision.id);
        fresh.set(`${caller.organization} ${idempotencyKey}`, { request, decision });
        return;
      }
      counts.repeated += 1;
      if (id !== decision.id) contradictions.push(`${idempotencyKey} was answered with ${id} and ${decision.id}`);
    },
    takeNew() {
      const taken = [...fresh.values()];
      fresh = new Map();
      return taken;
    },
    idsByKey: (organization) => ids.get(organization) ?? new Map(),
  };
}
