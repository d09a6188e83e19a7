// SPDX-License-Identifier: Apache-2.0
/**
 * Owns guardrails: claims that an organization keeps as its own, with their versions and last proofs. An enforcing one
 * refuses a change of the policies that breaks it. Refuses to know how a claim is proved, and how policies are changed.
 */
export { createGuardrail, deleteGuardrail, restoreGuardrail, updateGuardrail } from './change-guardrail.ts';
export { brokenText, createPolicyGuard } from './guard.ts';
export { looserGuardrail } from './looser-guardrail.ts';
export { claimOf, guardrailChanges, planGuardrails } from './plan-guardrails.ts';
export { checkGuardrail, proveGuardrails } from './prove-guardrails.ts';
export { type FirstProofDeps, proveUnproved } from './prove-unproved.ts';
export { listDeletedGuardrails, listGuardrails, readGuardrail } from './read-guardrails.ts';
export { selectGuardrails, selectPastGuardrailNames, writeGuardrails } from './rows.ts';
export { GUARDRAIL_VERSION_MARK, listGuardrailVersions } from './versions.ts';
