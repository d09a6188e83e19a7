// SPDX-License-Identifier: Apache-2.0
/**
 * The wire: word lists, limits, schemas of every /v1 and app body, the error catalogue and the OpenAPI document. It
 * does not know how an answer is made.
 */

export * from './acts.ts';
export * from './app/index.ts';
export * from './budget-words.ts';
export * from './budgets.ts';
export * from './csv.ts';
export * from './decisions.ts';
export * from './doors.ts';
export * from './enums.ts';
export * from './errors.ts';
export * from './export-formats.ts';
export * from './field-faults.ts';
export * from './gateways.ts';
export * from './grant-words.ts';
export * from './group-limits.ts';
export * from './limits.ts';
export * from './moment.ts';
export * from './openapi.ts';
export * from './operations.ts';
export * from './organization-export-format.ts';
export * from './policies.ts';
export * from './policy-analysis.ts';
export * from './policy-apply.ts';
export * from './policy-difference.ts';
export * from './policy-file.ts';
export * from './policy-guardrails.ts';
export * from './policy-impact.ts';
export * from './policy-proofs.ts';
export * from './policy-tests.ts';
export * from './proposal-words.ts';
export * from './public.ts';
export * from './scan.ts';
export * from './schema.ts';
export * from './tool-rule-limits.ts';
export * from './tool-rules.ts';
