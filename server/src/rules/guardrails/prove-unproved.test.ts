// SPDX-License-Identifier: Apache-2.0
/** Claims of a provisioning file are proved without a change, in the thread for proofs, and once. */
import type { GuardrailList } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOrganization, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { createOrganizationSnapshots } from '../../organization/organizations/index.ts';
import { Outages } from '../../platform/logging/index.ts';
import { firstProofsTask } from '../../process/tasks.ts';
import { createMetrics } from '../../storage/metrics/index.ts';
import { createProofThreads, type ProofThreads } from '../proofs/index.ts';

const POLICIES = `
      - { name: No deletes, action: DELETE, decision: BLOCK }
    guardrails:
      - { name: Nothing is deleted, when: { action: DELETE }, atLeast: BLOCK, enforcing: true }
      - { name: Reads are asked, when: { action: READ }, atLeast: REVIEW }`;

let service: TestService;
let threads: ProofThreads;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople({ policies: POLICIES }) });
  threads = createProofThreads();
});
afterAll(async () => {
  await threads.close();
  await service.stop();
});

const faults: unknown[] = [];
const log = { error: (details: object) => void faults.push(details), info: () => {} };
const outages = new Outages(log);
async function runTask(proofThreads: ProofThreads = threads): Promise<void> {
  const { pool } = service.app;
  const snapshots = createOrganizationSnapshots(pool, createMetrics());
  const deps = { pool, reads: { pool }, snapshots, proofThreads, log, outages };
  await firstProofsTask(deps).run(new AbortController().signal);
}
const proofs = () =>
  readRows<{ name: string; proved: boolean | null }>(
    service.database,
    `SELECT g.name, (p.result->>'proved')::boolean AS proved
     FROM svc.guardrails g
       LEFT JOIN svc.guardrail_proofs p ON p.organization_id = g.organization_id AND p.guardrail_id = g.id
     ORDER BY g.name`,
  );

it('proves what has no proof, and leaves what has one alone', async () => {
  expect(await proofs()).toMatchObject([{ proved: null }, { proved: null }]);
  await runTask();
  expect(await proofs()).toEqual([
    { name: 'Nothing is deleted', proved: true },
    { name: 'Reads are asked', proved: false },
  ]);
  const owner = await signIn(service.baseUrl, PEOPLE.owner);
  const { body } = await owner.call<GuardrailList>('/guardrails');
  expect(body.items.map(({ proof }) => proof?.result?.proved)).toEqual([true, false]);
  const asked = { ...threads, prove: () => Promise.reject(new Error('asked again')) };
  await runTask(asked);
  expect(faults).toEqual([]);
});

it('logs once what cannot be proved now, and tries it again in the next run', async () => {
  await readRows(service.database, 'DELETE FROM svc.guardrail_proofs');
  for (let run = 0; run < 2; run += 1) await runTask({ ...threads, prove: () => Promise.reject(new Error('busy')) });
  expect(faults).toHaveLength(1);
  await runTask();
  expect(await proofs()).toMatchObject([{ proved: true }, { proved: false }]);
});
