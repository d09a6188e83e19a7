// SPDX-License-Identifier: Apache-2.0
/** Keeps every entry of every organization covered by a signed checkpoint. */
import { originOf } from '@svc/core/checkpoint';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { dueBy, pagesOfOrganizations } from '../../organization/organizations/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { type SigningOutcome, signCheckpoints } from './sign-checkpoints.ts';
import { loadSigningKey, type SigningKey, verifierKeyText } from './signing-key.ts';

const ORGANIZATIONS_PER_TRANSACTION = 20;
/** More failures than this are not the fault of single organizations. */
const FAILURES_MAX = 5;
/** A refusal lasts until a person has looked: it is logged now and then, not at every run. */
const REFUSAL_LOGGED_EVERY_MS = 3_600_000;
const REFUSALS_REMEMBERED_MAX = 1_000;
const SIZES_REMEMBERED_MAX = 100_000;

export interface Checkpoints {
  /**
   * Signs for every organization with entries beyond its last checkpoint.
   * @param signal stops between two transactions
   * @returns the number of these organizations that it did not cover: refused, stopped, or held by another process
   * @throws AggregateError when organizations failed, after the others are done
   */
  coverAll(signal: AbortSignal): Promise<number>;
  /**
   * Covers the committed entries of one organization.
   * @returns false after a refusal: it is logged, and the last checkpoint stays the last
   */
  cover(organizationId: string): Promise<boolean>;
  /** The verifier key line for the checkpoints of an organization. */
  verifierKey(organizationId: string): Promise<string>;
}

interface CheckpointLog {
  error(fields: object, message: string): void;
}

export function createCheckpoints(pool: pg.Pool, vault: Vault, log: CheckpointLog): Checkpoints {
  let loading: Promise<SigningKey> | null = null;
  const logRefusals = createRefusalLog(log);
  // The trees that this process has signed. A database without them is not the one it signed for.
  // It grows: `max` would take the memory of all entries at the start.
  const signedSizes = new LRUCache<string, number>({ maxSize: SIZES_REMEMBERED_MAX, sizeCalculation: () => 1 });

  function signingKey(): Promise<SigningKey> {
    loading ??= loadSigningKey(pool, vault).catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  }

  async function sign(organizationIds: readonly string[], busy: 'wait' | 'skip'): Promise<SigningOutcome> {
    const signer = { ...(await signingKey()), signedBefore: (id: string) => signedSizes.get(id) ?? 0 };
    const outcome = await signCheckpoints(pool, signer, organizationIds, busy);
    for (const { organizationId, size } of outcome.signed) {
      signedSizes.set(organizationId, Math.max(size, signedSizes.get(organizationId) ?? 0));
    }
    logRefusals(outcome);
    return outcome;
  }

  /**
   * An organization that cannot be signed does not keep its neighbours uncovered: they are signed one by one then.
   * @param covered receives the organizations without an entry beyond their last checkpoint
   * @returns the organizations with more entries than one checkpoint may cover
   */
  async function signEach(
    organizationIds: readonly string[],
    covered: Set<string>,
    failures: unknown[],
  ): Promise<string[]> {
    try {
      const { signed, behind } = await sign(organizationIds, 'skip');
      for (const { organizationId } of signed) if (!behind.includes(organizationId)) covered.add(organizationId);
      return behind;
    } catch (error) {
      if (organizationIds.length === 1) failures.push(error);
      if (failures.length > FAILURES_MAX) throw new AggregateError(failures);
      if (organizationIds.length === 1) return [];
    }
    const behind: string[] = [];
    for (const id of organizationIds) behind.push(...(await signEach([id], covered, failures)));
    return behind;
  }

  return {
    async coverAll(signal) {
      const failures: unknown[] = [];
      let left = 0;
      for await (const organizationIds of uncoveredOrganizations(pool, signal)) {
        const covered = new Set<string>();
        let waiting = organizationIds;
        while (waiting.length > 0 && !signal.aborted) {
          const some = waiting.slice(0, ORGANIZATIONS_PER_TRANSACTION);
          waiting = waiting.slice(ORGANIZATIONS_PER_TRANSACTION);
          waiting.push(...(await signEach(some, covered, failures)));
        }
        left += organizationIds.length - covered.size;
      }
      if (failures.length > 0) throw new AggregateError(failures);
      return left;
    },
    async cover(organizationId) {
      for (;;) {
        const { behind, refused } = await sign([organizationId], 'wait');
        if (refused.length > 0) return false;
        if (behind.length === 0) return true;
      }
    },
    verifierKey: async (organizationId) => verifierKeyText(await signingKey(), originOf(organizationId)),
  };
}

/** Logs each refusal now and then. */
function createRefusalLog(log: CheckpointLog): (outcome: SigningOutcome) => void {
  const logged = new LRUCache<string, true>({ max: REFUSALS_REMEMBERED_MAX, ttl: REFUSAL_LOGGED_EVERY_MS });
  return ({ refused }) => {
    for (const { organizationId, reason } of refused) {
      if (logged.has(organizationId + reason)) continue;
      logged.set(organizationId + reason, true);
      log.error({ organizationId, reason }, 'no checkpoint is signed: the audit chain is not as it was signed before');
    }
  };
}

/** Ids of organizations whose chain and last checkpoint differ, a page of the directory at a time. */
async function* uncoveredOrganizations(pool: pg.Pool, signal: AbortSignal): AsyncGenerator<string[]> {
  for await (const page of pagesOfOrganizations(pool)) {
    if (signal.aborted) return;
    yield [...(await inTransaction(pool, page, (transaction) => dueBy(SELECT_UNCOVERED)(transaction, page)))];
  }
}

/** One query per page, so that a quiet deployment costs little. A chain that became shorter is selected too. */
const SELECT_UNCOVERED = `
  SELECT h.organization_id
  FROM svc.organization_heads h LEFT JOIN svc.audit_checkpoint_heads c ON c.organization_id = h.organization_id
  WHERE h.organization_id = ANY ($1::uuid[]) AND h.audit_seq <> COALESCE(c.size, 0)
  ORDER BY h.organization_id`;
