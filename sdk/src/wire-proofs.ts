// SPDX-License-Identifier: Apache-2.0
/** Claims about every event, and their proofs, as they go over the wire. */
import type { DecisionWord, DlpType, EventAction, Policy, PolicyCondition, PolicyResource, Role } from './wire.ts';
import type { Approvals } from './wire-approvals.ts';
import type { PolicyTestCase } from './wire-tests.ts';

/** A rule about every event. It has either `never` or `atLeast`. */
export interface PolicyClaim {
  name: string;
  /** Decisions that no such event may get. */
  never?: DecisionWord[];
  /** The weakest decision that such an event may get. */
  atLeast?: 'REVIEW' | 'BLOCK';
  /** With `atLeast: 'REVIEW'`: a REVIEW asks for so many people or more. */
  approvals?: number;
  when: PolicyCondition;
  resource?: PolicyResource | null;
  unless?: PolicyCondition;
  /** `any`, the default, includes agents that will be registered later. */
  agents?: 'any' | 'registered';
  of?: 'decision' | 'evaluatedDecision';
}

export interface PolicyProveRequest {
  /** Asked instead of the stored policies. */
  policies?: Policy[];
  /** At most 50. */
  claims: PolicyClaim[];
}

/** An event with what the policies decide about it. */
export interface PolicyWitness {
  input: {
    agent: string;
    action: EventAction;
    resource: string;
    destination: string | null;
    recordsAffected: number | null;
    dlpTypes: DlpType[];
    outsideBusinessHours: boolean;
    openAnomaly: boolean;
  };
  decision: DecisionWord;
  evaluatedDecision: DecisionWord;
  /** null where permissions or the risk score decide. */
  policy: { id: string; name: string } | null;
  /** The full budget that decides it so; without one, policies do. */
  budget?: { id: string; name: string };
  riskScore: number;
  /** Its agent or resource is not registered, but could be. */
  hypothetical: boolean;
  /** The event as a case for a policy test; null when hypothetical. */
  testCase: PolicyTestCase | null;
}

/** A guardrail that the proposed policies do not keep, with an event that shows it. */
export interface BrokenClaim {
  /** The id of the guardrail. */
  id: string;
  name: string;
  /** It refuses changes of the policies that break it. */
  enforcing: boolean;
  /** The stored policies keep it. */
  heldBefore: boolean;
  /** It is enforcing and held before: the change is refused with 409. */
  refuses: boolean;
  of: 'decision' | 'evaluatedDecision';
  witness: PolicyWitness;
}

/** Every event that gets another decision or other approvers. */
export interface PolicyDifference {
  /** false: it could not be computed, and nothing is known. */
  complete: boolean;
  of: 'decision' | 'evaluatedDecision';
  /** Numbers of changes of each kind. */
  looser: number;
  stricter: number;
  approvers: number;
  /** Loosest first. */
  changes: {
    kind: 'looser' | 'stricter' | 'approvers';
    from: SideOfDifference;
    to: SideOfDifference;
    /** false: the words also enter places where something at least as strict decides, before and after. */
    exact: boolean;
    areas: { when: string; by: { before: string | null; after: string | null }; witness: PolicyWitness }[];
    /** Areas that are not listed. */
    more: number;
  }[];
}

export interface SideOfDifference {
  decision: DecisionWord;
  /** Who may approve a REVIEW. */
  approverRoles: Role[];
  /** Groups whose members may approve it; absent without any. */
  approverGroups?: string[];
  /** false: the REVIEW is not passed on to others. */
  escalate?: boolean;
  /** Left out: by one person. */
  approvals?: Approvals;
}

export interface PolicyProof {
  name: string;
  of: 'decision' | 'evaluatedDecision';
  proved: boolean;
  /** No event is meant: nothing is proved, and nothing refuted. */
  vacuous: boolean;
  /** An event that breaks the claim. */
  counterexample: PolicyWitness | null;
  /** An event that escapes a proved claim by leaving out records or destination. */
  evadable: PolicyWitness | null;
  heldBy: { id: string; name: string }[];
  leansOn: ('permissions' | 'risk' | 'enforcement')[];
}

export interface PolicyProveResponse {
  policySetVersion: number;
  /** false: time or memory did not suffice, and nothing is proved. */
  complete: boolean;
  /** In the order of the claims; empty when not complete. */
  results: PolicyProof[];
  /** Claims that live grants may break, by name; a proof is about policies alone. */
  grants?: { claim: string; ids: string[] }[];
}

/** Findings about the stored policies, for every event there can be. */
export interface PolicyAnalysis {
  policySetVersion: number;
  /** false: time or memory did not suffice, and the lists are empty. */
  complete: boolean;
  /** Policies that no event can be decided by. */
  dead: { id: string; name: string; cause: 'NEVER_MATCHES' | 'REFUSED' | 'SHADOWED' }[];
  /** Policies each of which could be removed by itself. */
  withoutEffect: { id: string; name: string }[];
  /** Fields without which a policy would match the same events. */
  needlessFields: { id: string; name: string; field: string }[];
  /** Pairs that one policy could replace: this one with the condition, without the other. */
  mergeable: { id: string; name: string; other: { id: string; name: string }; condition: PolicyCondition }[];
  /** Policies that only agents meet that are not registered. */
  unknownAgents: { id: string; name: string }[];
  unreachableThresholds: ('riskReviewAt' | 'riskBlockAt')[];
}
