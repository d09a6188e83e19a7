// SPDX-License-Identifier: Apache-2.0
/** Grants and budgets by which a decision came about, as they go over the wire. */

export interface DecisionGrant {
  id: string;
  /** RFC 3339. */
  until: string;
  /** After this decision; null: as many as there are. */
  usesLeft: number | null;
}

export interface DecisionBudget {
  id: string;
  name: string;
  window: 'HOUR' | 'DAY' | 'WEEK' | 'MONTH';
  /** When its next window begins; RFC 3339. */
  resetsAt: string;
  /** Only where the organization tells alternatives. */
  limit?: number;
  /** Before this decision; told where `limit` is. */
  used?: number;
}
