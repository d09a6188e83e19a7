// SPDX-License-Identifier: Apache-2.0
/** Test cases of policies and budgets, as they go over the wire. */
import type { DecisionWord, Destination, DlpType, EventAction, Policy, RiskLevel } from './wire.ts';
import type { Budget } from './wire-budgets.ts';

export interface PolicyTestCase {
  name: string;
  input: {
    agent: string;
    action: EventAction;
    resource: string;
    destination?: Destination;
    recordsAffected?: number;
    containsSensitiveData?: boolean;
    dlpTypes?: DlpType[];
    at?: string;
    openAnomaly?: boolean;
    metadata?: Record<string, unknown>;
  };
  /** The use of budgets before the act, by name. */
  given?: { budgets?: Record<string, number> };
  expect?: { decision: DecisionWord; policy?: string };
}

export interface PolicyTestRequest {
  /** Evaluated instead of the stored policies. */
  policies?: Policy[];
  /** Counted instead of the stored budgets. */
  budgets?: Budget[];
  /** At most 200. */
  cases: PolicyTestCase[];
}

export interface PolicyTestResponse {
  results: {
    name: string;
    decision: DecisionWord;
    matchedPolicy: string | null;
    riskScore: number;
    riskLevel: RiskLevel;
    reasons: string[];
    /** null when the case expects nothing. */
    pass: boolean | null;
  }[];
}
