/** Long computations beside the event loop: which threads there are, warm and closed together. */
import { createPolicyThreads, createProofThreads } from './policies/index.ts';
import { createScanner } from './scan/index.ts';

export type Workers = ReturnType<typeof createWorkers>;

export function createWorkers() {
  const scanner = createScanner();
  const policyThreads = createPolicyThreads();
  const proofThreads = createProofThreads();
  return {
    parts: { scanner, policyThreads, proofThreads },
    observed: { scansWaiting: scanner.waiting, policyJobsWaiting: policyThreads.waiting },
    async warm() {
      await Promise.all([scanner.warm(), policyThreads.warm()]);
    },
    async close() {
      await Promise.all([scanner.close(), policyThreads.close(), proofThreads.close()]);
    },
  };
}
