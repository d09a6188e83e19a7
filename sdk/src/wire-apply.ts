// SPDX-License-Identifier: Apache-2.0
/** Applying policies, as it goes over the wire: the plan, what it would have decided, and what it changes. */
import type { DecisionWord, Policy } from './wire.ts';
import type { BrokenClaim, PolicyDifference } from './wire-proofs.ts';

export interface PolicyApplyRequest {
  policies: Policy[];
  /** Delete the policies whose names are missing from `policies`. */
  prune?: boolean;
  /** Answer the plan and write nothing. */
  dryRun?: boolean;
  /** With `dryRun`, 1 to 90: evaluate the set over the LIVE events of so many days, which may take a minute. */
  impactDays?: number;
  /** Answer what changes for every event there can be. */
  difference?: boolean;
  /** Refuse with 409 when any event would get a weaker decision, or when that cannot be computed. */
  refuse?: 'looser';
}

export interface PolicyApplyResponse {
  dryRun: boolean;
  changes: { name: string; op: 'create' | 'update' | 'delete' | 'unchanged' }[];
  /** A probable mistake in a valid policy. */
  warnings: { path: string; message: string }[];
  /** The answer to `impactDays`. */
  impact?: PolicyImpact;
  /** The answer to `difference` and `refuse`. */
  difference?: PolicyDifference;
  /** The guardrails that these policies do not keep; null: not computed in time; left out: there are no guardrails. */
  brokenClaims?: BrokenClaim[] | null;
}

export interface DecisionChange {
  /** Under the policies of now. */
  from: DecisionWord;
  /** Under the proposed ones. */
  to: DecisionWord;
  events: number;
  /** The newest of them. */
  sampleEventIds: string[];
}

/** The decisions of a proposed policy set over stored LIVE events. */
export interface PolicyImpact {
  days: number;
  from: string;
  to: string;
  /** false: cut short, and only the newest events were looked at. */
  complete: boolean;
  /** LIVE events that were looked at. */
  events: number;
  /** Events whose decision would have been another. */
  changed: number;
  /** Most events first. */
  changes: DecisionChange[];
  decisions: { decision: DecisionWord; recorded: number; now: number; proposed: number }[];
  /** Those with a part in a change, most events first. */
  policies: {
    /** null: a policy that is not stored. */
    id: string | null;
    name: string;
    decidesNow: number;
    wouldDecide: number;
    changes: DecisionChange[];
  }[];
  policiesTotal: number;
  /** Facts that are not stored, or taken as they are now. */
  notes: {
    code: 'TIME_ZONE_THEN' | 'RISK_THEN' | 'PERMISSIONS_THEN' | 'SETTINGS_NOW' | 'RETENTION' | 'CUT_SHORT';
    message: string;
  }[];
}
