// SPDX-License-Identifier: Apache-2.0
/** The words of grants. */

/** A grant lets acts through, or has ended: also one whose time is over or whose uses are. */
export const GRANT_STATUSES = ['LIVE', 'ENDED'] as const;
export type GrantStatus = (typeof GRANT_STATUSES)[number];

/** The end of a grant. MAKER: who made it left, or may no longer approve. SETTINGS: those of the organization. */
export const GRANT_END_REASONS = [
  'EXPIRED',
  'USED_UP',
  'REVOKED',
  'MAKER',
  'AGENT',
  'RESOURCE',
  'POLICY',
  'SETTINGS',
  'GUARDRAIL',
] as const;
export type GrantEndReason = (typeof GRANT_END_REASONS)[number];

/** Why no grant may be made for the act of a review. */
export const GRANT_HINDRANCES = [
  'OFF',
  'DECISION',
  'BUDGET',
  'TOOL',
  'POLICY',
  'POLICY_CHANGED',
  'CRITICAL',
  'FINDINGS',
  'ANOMALY',
  'SANDBOX',
  'NO_RECORDS',
  'RESOURCE',
  'GUARDRAIL',
] as const;
export type GrantHindrance = (typeof GRANT_HINDRANCES)[number];
