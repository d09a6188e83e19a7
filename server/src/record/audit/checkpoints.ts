// SPDX-License-Identifier: Apache-2.0
/** Keeps every entry of every organization covered by a signed checkpoint. */
import { originOf } from '@svc/core/checkpoint';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { pagesOfOrganizations } from '../../organization/organizations/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { LongestChains } from '../../storage/heads/index.ts';
import { type SigningOutcome, signCheckpoints } from './sign-checkpoints.ts';
import { loadSigningKey, type SigningKey, verifierKeyText } from './signing-key.ts';

const ORGANIZATIONS_PER_TRANSACTION = 20;
/** More failures than this are not the fault of single organizations. */
const FAILURES_MAX = 5;
/** A refusal lasts until a person has looked: it is logged now and then, not at every run. */
const REFUSAL_LOGGED_EVERY_MS = 3_600_000;
const REFUSALS_REMEMBERED_MAX = 1_000;

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

/** @param chains the chains that the process remembers: a database without them is not the one it signed for */
export function createCheckpoints(
  pool: pg.Pool,
  vault: Vault,
  log: CheckpointLog,
  chains = new LongestChains(pool.clock, log),
): Checkpoints {
  let loading: Promise<SigningKey> | null = null;
  const logRefusals = createRefusalLog(log);

  function signingKey(): Promise<SigningKey> {
    loading ??= loadSigningKey(pool, vault).catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  }

  async function sign(organizationIds: readonly string[], busy: 'wait' | 'skip'): Promise<SigningOutcome> {
    const outcome = await signCheckpoints(pool, { ...(await signingKey()), chains }, organizationIds, busy);
    for (const { organizationId, size, lastHash } of outcome.signed) {
      chains.learn({ organization_id: organizationId, audit_seq: size, audit_hash: lastHash }, size);
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
      for await (const organizationIds of uncoveredOrganizations(pool, chains, signal)) {
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

/** Ids of organizations whose chain is not the one of the last checkpoint, a page of the directory at a time. */
async function* uncoveredOrganizations(
  pool: pg.Pool,
  chains: LongestChains,
  signal: AbortSignal,
): AsyncGenerator<string[]> {
  for await (const page of pagesOfOrganizations(pool)) {
    if (signal.aborted) return;
    const values = [page, page.map((id) => chains.of(id)?.seq ?? 0)];
    const rows = await inTransaction(pool, page, (transaction) =>
      transaction.query<{ organization_id: string }>(SELECT_UNCOVERED, values),
    );
    yield rows.map((row) => row.organization_id);
  }
}

/**
 * One query per page, so that a quiet deployment costs little. A chain that became shorter is selected too, also where
 * its checkpoints went with it.
 */
const SELECT_UNCOVERED = `
  SELECT h.organization_id
  FROM svc.organization_heads h
    JOIN unnest($1::uuid[], $2::bigint[]) AS k (organization_id, known_seq) ON k.organization_id = h.organization_id
    LEFT JOIN svc.audit_checkpoint_heads c ON c.organization_id = h.organization_id
  WHERE h.organization_id = ANY ($1::uuid[]) AND (h.audit_seq <> COALESCE(c.size, 0) OR h.audit_seq < k.known_seq)
  ORDER BY h.organization_id`;
