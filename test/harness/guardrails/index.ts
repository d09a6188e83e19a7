// SPDX-License-Identifier: Apache-2.0
/** Guardrails for tests: an organization with people whose policies hold two claims, and the replay of a witness. */
import type { Guardrail, PolicyClaim, PolicyTestResponse, PolicyWitness } from '@svc/contract';
import { expect } from 'vitest';
import { call, LIVE_KEY, type TestService } from '../service/index.ts';
import { acmeWithPeople, type Browser } from '../service/sessions.ts';

export const DELETES = { name: 'Block deletes', action: 'DELETE', decision: 'BLOCK' } as const;
export const EXPORTS = { name: 'Review exports', action: 'EXPORT', decision: 'REVIEW' } as const;
export const STORED = [DELETES, EXPORTS];

/** Acme whose policies are `STORED`. */
export const acmeWithClaims = (): string =>
  acmeWithPeople({ policies: STORED.map((policy) => `\n      - ${JSON.stringify(policy)}`).join('') });

export const NO_DELETES: PolicyClaim = { name: 'Nothing is deleted', when: { action: 'DELETE' }, atLeast: 'BLOCK' };
export const NO_EXPORTS: PolicyClaim = { name: 'Exports are asked', when: { action: 'EXPORT' }, atLeast: 'REVIEW' };

export async function keep(browser: Browser, claim: PolicyClaim, enforcing: boolean): Promise<Guardrail> {
  const { status, body } = await browser.call<Guardrail>('/guardrails', { body: { claim, enforcing } });
  expect(status).toBe(201);
  return body;
}

/** The decision path decides the event of a witness as it says. @param policies proposed ones; else those in force */
export async function replay(service: TestService, witness: PolicyWitness, policies?: readonly object[]) {
  expect(witness.testCase).not.toBeNull();
  const body = { cases: [witness.testCase], ...(policies !== undefined && { policies }) };
  const tested = await call<PolicyTestResponse>(service.baseUrl, '/v1/policies/test', { body, key: LIVE_KEY });
  const [result] = tested.body.results;
  expect(result).toMatchObject({ pass: true, decision: witness.decision, riskScore: witness.riskScore });
}
