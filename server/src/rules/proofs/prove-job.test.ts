// SPDX-License-Identifier: Apache-2.0
/** Guarantee: in monitor mode claims are about the evaluated decision; an event of an unregistered agent says so. */
import { expect, it } from 'vitest';
import { type ProveJob, proveClaims } from './prove-job.ts';

const job = (claim: object, enforcement: 'ENFORCE' | 'MONITOR' = 'ENFORCE'): ProveJob => ({
  kind: 'prove',
  body: JSON.stringify({
    policies: [{ name: 'p', action: 'DELETE', decision: 'BLOCK' }],
    claims: [{ name: 'c', when: { action: 'DELETE' }, never: ['ALLOW'], ...claim }],
  }),
  stored: [],
  agents: [],
  resources: [],
  settings: { timeZone: 'America/Sao_Paulo', enforcement, riskReviewAt: 60, riskBlockAt: 90 },
  nowMs: Date.UTC(2026, 10, 25, 12),
});

const proofOf = (given: ProveJob) => {
  const proved = proveClaims(given);
  if ('faults' in proved) throw new Error(proved.faults[0]?.message);
  expect(proved).toMatchObject({ complete: true, unconfirmed: null });
  return proved.results[0];
};

it('asks a monitoring organization for what it would decide', () => {
  expect(proofOf(job({}, 'MONITOR'))).toMatchObject({ of: 'evaluatedDecision', proved: true });
  expect(proofOf(job({ of: 'decision' }, 'MONITOR'))).toMatchObject({ of: 'decision', proved: false });
});

it('has no test case for an agent or a resource that is not registered', () => {
  const counterexample = proofOf(job({ when: { action: 'READ' } }))?.counterexample;
  expect(counterexample).toMatchObject({ hypothetical: true, testCase: null, decision: 'ALLOW' });
});
