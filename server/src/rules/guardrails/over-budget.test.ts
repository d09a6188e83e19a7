// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: no change passes an enforcing guardrail unproved. A proof that does not end in time, or does not agree with
 * the decision path, refuses the change. A guardrail that only tells says then that nothing is known.
 */
import type { PolicyClaim } from '@svc/contract';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { acmeWithClaims, keep, NO_DELETES, NO_EXPORTS } from '#harness/guardrails';
import { ACME, openOrganization, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { PEOPLE, signIn } from '#harness/service/sessions.ts';
import { createOrganizationSnapshots } from '../../organization/organizations/index.ts';
import { ApiError, invalid } from '../../platform/errors/index.ts';
import { createPool } from '../../storage/connections/index.ts';
import { createMetrics } from '../../storage/metrics/index.ts';
import { createProofThreads, type GuardedChange, type ProofThreads } from '../proofs/index.ts';
import { createPolicyGuard } from './index.ts';

let service: TestService;
let pool: pg.Pool;
let threads: ProofThreads;
const faults: string[] = [];
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithClaims() });
  pool = createPool({ connectionString: service.database.connectionString }, 2);
  threads = createProofThreads();
});
afterAll(async () => {
  await threads.close();
  await pool.end();
  await service.stop();
});

/** The guard in the organization, with threads whose answer is another. */
async function guardWith(
  claims: [claim: PolicyClaim, enforcing: boolean][],
  answer: () => GuardedChange,
  isPlan = false,
) {
  await readRows(service.database, 'DELETE FROM svc.guardrails');
  const admin = await signIn(service.baseUrl, PEOPLE.admin);
  for (const [claim, enforcing] of claims) await keep(admin, claim, enforcing);
  const proofThreads = { ...threads, guard: async () => answer() };
  const log = { error: (_details: object, message: string) => void faults.push(message) };
  const [row] = await readRows(
    service.database,
    `SELECT organization_id AS id FROM svc.organizations WHERE name = '${ACME}'`,
  );
  return await createOrganizationSnapshots(pool, createMetrics()).underCurrentRules(row?.id, (snapshot) =>
    createPolicyGuard({ pool, proofThreads, log }).check(snapshot, async () => [], {
      nowMs: Date.now(),
      isPlan,
      asked: { kind: 'applyPolicies', subject: null, request: {}, author: { type: 'key', id: '' } },
    }),
  );
}

/** An empty list tells the app that a guardrail stands against the change, and not another person's change. */
const CONFLICT = {
  code: 'conflict',
  message: expect.stringContaining('could not be proved'),
  brokenClaims: [],
};
const tooLong = (): never => {
  throw invalid('policies', 'took more than 15 seconds of computing');
};

it('refuses when an enforcing guardrail is not proved', async () => {
  const unknown = { enforcing: null, telling: [], unconfirmed: null };
  await expect(guardWith([[NO_DELETES, true]], () => unknown)).rejects.toMatchObject(CONFLICT);
  await expect(guardWith([[NO_DELETES, true]], tooLong)).rejects.toMatchObject(CONFLICT);
  expect(await guardWith([[NO_DELETES, true]], () => unknown, true)).toMatchObject({ brokenClaims: null });
});

it('refuses when the engine does not agree, and says so in the log', async () => {
  const unconfirmed = { enforcing: null, telling: [], unconfirmed: NO_DELETES.name };
  await expect(guardWith([[NO_DELETES, true]], () => unconfirmed)).rejects.toMatchObject(CONFLICT);
  expect(faults).toEqual(['a proof does not agree with the engine']);
});

it('refuses with the reason of the threads when they have no room', async () => {
  const full = (): never => {
    throw new ApiError('rate_limited');
  };
  await expect(guardWith([[NO_DELETES, true]], full)).rejects.toMatchObject({ code: 'rate_limited' });
  expect(await guardWith([[NO_DELETES, false]], full)).toMatchObject({ brokenClaims: null });
});

it('lets through, and knows nothing, where the guardrails only tell', async () => {
  const unknown = { enforcing: [], telling: null, unconfirmed: null };
  expect(await guardWith([[NO_DELETES, false]], () => unknown)).toMatchObject({ brokenClaims: null });
  expect(await guardWith([[NO_DELETES, false]], tooLong)).toMatchObject({ brokenClaims: null });
  const mixed: [PolicyClaim, boolean][] = [
    [NO_DELETES, true],
    [NO_EXPORTS, false],
  ];
  expect(await guardWith(mixed, () => ({ ...unknown, enforcing: [] }))).toMatchObject({ brokenClaims: null });
});
