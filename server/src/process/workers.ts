// SPDX-License-Identifier: Apache-2.0
/** Long computations beside the event loop: which threads there are, and who works with them; closed together. */
import type pg from 'pg';
import type { Logger } from '../platform/logging/index.ts';
import { createScanner } from '../record/scan/index.ts';
import { createPolicyGuard } from '../rules/guardrails/index.ts';
import { createPolicyThreads } from '../rules/policy-jobs/index.ts';
import { createProofThreads } from '../rules/proofs/index.ts';
import { createSecondPerson } from '../rules/proposals/index.ts';

export type Workers = ReturnType<typeof createWorkers>;

export function createWorkers(pool: pg.Pool, log: Logger) {
  const scanner = createScanner();
  const policyThreads = createPolicyThreads();
  const proofThreads = createProofThreads();
  const guarding = { pool, proofThreads: proofThreads.ofChanges, log };
  const secondPerson = createSecondPerson(guarding, createPolicyGuard(guarding));
  return {
    parts: { scanner, policyThreads, proofThreads, policyGuard: secondPerson.guard, secondPerson },
    observed: { scansWaiting: scanner.waiting, policyJobsWaiting: policyThreads.waiting },
    async warm() {
      await Promise.all([scanner.warm(), policyThreads.warm()]);
    },
    async close() {
      await Promise.all([scanner.close(), policyThreads.close(), proofThreads.close()]);
    },
  };
}
