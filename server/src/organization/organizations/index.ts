// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the rules of an organization: a snapshot of its settings and registered records, cached by generation, and its
 * settings as people see them. Refuses to know how a snapshot decides, and who changes its content. A snapshot may be
 * older than the database. Before answering from one, a caller compares its generation by `underCurrentRules` and the
 * query or transaction inside it.
 */
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { ApiError } from '../../platform/errors/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { selectGeneration } from '../../storage/heads/index.ts';
import type { Metrics } from '../../storage/metrics/index.ts';
import { loadSnapshot } from './load-snapshot.ts';
import type { OrganizationSnapshot } from './snapshot.ts';

export { changeSettings, type SettingsGate } from './change-settings.ts';
export { createOrganization } from './create-organization.ts';
export {
  adoptByName,
  findOrganizations,
  knownOrganizations,
  markBeingWritten,
  organizationsNamed,
  presentOrganizations,
} from './directory.ts';
export { dueBy, everyOrganization, pagesOfOrganizations } from './every-organization.ts';
export { readFirstSteps } from './first-steps.ts';
export { looserSettings } from './looser-settings.ts';
export { readOrganization, readUsage } from './read-organization.ts';
export { type Settings, selectSettings, settingChanges, settingFaults, settingsOf, writeSettings } from './settings.ts';
export type * from './snapshot.ts';

const SNAPSHOTS_MAX = 1_000;
/** The size of policies as JSON text, over all cached snapshots; their compiled form is a small multiple of it. */
const POLICY_BYTES_MAX = 256_000_000;
const ATTEMPTS_MAX = 5;

/** Thrown inside `underCurrentRules` when the database is at another generation than the snapshot. */
export class StaleRules extends Error {
  override name = 'StaleRules';
}

export interface OrganizationSnapshots {
  /**
   * @throws StaleRules unless the database is at the snapshot's generation: call it before answering from a snapshot
   * alone
   */
  assertCurrent(snapshot: OrganizationSnapshot): Promise<void>;
  /**
   * Runs `work` on the current snapshot. It runs again, at most 5 times, on a newer one when it throws `StaleRules`, or
   * when it refuses under an outdated snapshot. No answer is given under changed rules.
   * @throws ApiError 401 when the organization is gone, 503 when the rules change too fast
   */
  underCurrentRules<Result>(
    organizationId: string,
    work: (snapshot: OrganizationSnapshot) => Promise<Result> | Result,
  ): Promise<Result>;
}

export function createOrganizationSnapshots(pool: pg.Pool, { cacheHits, cacheMisses }: Metrics): OrganizationSnapshots {
  const snapshots = new LRUCache<string, Promise<OrganizationSnapshot | null>>({
    max: SNAPSHOTS_MAX,
    maxSize: POLICY_BYTES_MAX,
    // The size of a snapshot is known only when it is loaded: see below.
    sizeCalculation: () => 1,
  });

  function current(organizationId: string, known: OrganizationSnapshot | null): Promise<OrganizationSnapshot | null> {
    const cached = snapshots.get(organizationId);
    if (cached !== undefined) {
      cacheHits.snapshots.add();
      return cached;
    }
    cacheMisses.snapshots.add();
    const loading = loadSnapshot(pool, organizationId, known);
    snapshots.set(organizationId, loading);
    const forget = () => {
      if (snapshots.peek(organizationId) === loading) snapshots.delete(organizationId);
    };
    // Failures and missing organizations are not cached.
    loading.then((snapshot) => {
      if (snapshot === null) forget();
      else if (snapshots.peek(organizationId) === loading) {
        snapshots.set(organizationId, loading, { size: 1 + snapshot.policyBytes });
      }
    }, forget);
    return loading;
  }

  return {
    async assertCurrent(snapshot) {
      if (!(await isCurrent(pool, snapshot))) throw new StaleRules();
    },
    async underCurrentRules(organizationId, work) {
      let known: OrganizationSnapshot | null = null;
      for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
        const loading = current(organizationId, known);
        const snapshot = await loading;
        if (snapshot === null) throw new ApiError('unauthorized');
        try {
          return await work(snapshot);
        } catch (error) {
          const outdated =
            error instanceof StaleRules || (error instanceof ApiError && !(await isCurrent(pool, snapshot)));
          if (!outdated) throw error;
          known = snapshot;
          if (snapshots.peek(organizationId) === loading) snapshots.delete(organizationId);
        }
      }
      throw new ApiError('unavailable', { message: 'The rules keep changing; do not run the action, try again.' });
    },
  };
}

/** @returns true while the database is still at the snapshot's generation */
async function isCurrent(pool: pg.Pool, { organizationId, generation }: OrganizationSnapshot): Promise<boolean> {
  const stored = await inTransaction(pool, [organizationId], (transaction) =>
    selectGeneration(transaction, organizationId),
  );
  return stored === generation;
}
