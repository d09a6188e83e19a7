// SPDX-License-Identifier: Apache-2.0
/** Keeps every entry of every organization covered by a signed checkpoint. */
import { type Checkpoint, originOf, signCheckpoint } from '@svc/core/checkpoint';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { everyOrganization } from '../../organization/organizations/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import { LongestChains } from '../../storage/heads/index.ts';
import { type SigningOutcome, signNext } from './sign-checkpoints.ts';
import { loadSigningKey, type SigningKey, verifierKeyText } from './signing-key.ts';

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
  /** Signs the beginning of a tree that was signed before: its caller has compared it with that. */
  sign(organizationId: string, beginning: Checkpoint): Promise<string>;
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
  const logRefusal = createRefusalLog(log);

  function signingKey(): Promise<SigningKey> {
    loading ??= loadSigningKey(pool, vault).catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  }

  async function sign(organizationId: string, busy: 'wait' | 'skip'): Promise<SigningOutcome> {
    const outcome = await signNext(pool, { ...(await signingKey()), chains }, organizationId, busy);
    const { signed, refused } = outcome;
    if (signed !== null) {
      const { size, lastHash } = signed;
      chains.learn({ organization_id: organizationId, audit_seq: size, audit_hash: lastHash }, size);
    }
    if (refused !== null) logRefusal(organizationId, refused);
    return outcome;
  }

  return {
    async coverAll(signal) {
      const cover = async (organizationId: string): Promise<boolean> => {
        for (;;) {
          const { signed, isBehind } = await sign(organizationId, 'skip');
          if (!isBehind) return signed !== null;
          if (signal.aborted) return false;
        }
      };
      return await everyOrganization(pool, (...page) => selectUncovered(...page, chains), cover, signal);
    },
    async cover(organizationId) {
      for (;;) {
        const { isBehind, refused } = await sign(organizationId, 'wait');
        if (refused !== null) return false;
        if (!isBehind) return true;
      }
    },
    verifierKey: async (organizationId) => verifierKeyText(await signingKey(), originOf(organizationId)),
    sign: async (organizationId, beginning) =>
      signCheckpoint(originOf(organizationId), beginning, (await signingKey()).privateKey),
  };
}

/** Logs each refusal now and then. */
function createRefusalLog(log: CheckpointLog): (organizationId: string, reason: string) => void {
  const logged = new LRUCache<string, true>({ max: REFUSALS_REMEMBERED_MAX, ttl: REFUSAL_LOGGED_EVERY_MS });
  return (organizationId, reason) => {
    if (logged.has(organizationId + reason)) return;
    logged.set(organizationId + reason, true);
    log.error({ organizationId, reason }, 'no checkpoint is signed: the audit chain is not as it was signed before');
  };
}

/** Those whose chain is not the one of the last checkpoint. */
async function selectUncovered(
  transaction: Transaction,
  organizationIds: readonly string[],
  chains: LongestChains,
): Promise<string[]> {
  const values = [organizationIds, organizationIds.map((id) => chains.of(id)?.seq ?? 0)];
  const rows = await transaction.query<{ organization_id: string }>(SELECT_UNCOVERED, values);
  return rows.map((row) => row.organization_id);
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
