// SPDX-License-Identifier: Apache-2.0
/** Claims as an analysis asks them, and its answers as proofs whose events the decision path has confirmed. */
import type { PolicyClaim, PolicyProof } from '@svc/contract';
import type { Claim, ClaimResult, DecisionKind } from '@svc/core/analysis';
import type { DecisionSettings } from '@svc/core/decision';
import { type Engine, shown } from './confirmed-witness.ts';

const WEAKER = { REVIEW: ['ALLOW'], BLOCK: ['ALLOW', 'REVIEW'] } as const;

/** In a monitoring organization every decision but a refusal is ALLOW, so the evaluated one is asked for. */
export function claimOf(
  { name, never, atLeast, approvals, when, resource, unless, agents = 'any', of }: PolicyClaim,
  { enforcement }: DecisionSettings,
): Claim {
  return {
    name,
    of: of ?? (enforcement === 'MONITOR' ? 'evaluatedDecision' : 'decision'),
    never: never ?? WEAKER[atLeast ?? 'REVIEW'],
    ...(approvals !== undefined && { approvalsMin: approvals }),
    when,
    agents,
    ...(resource !== undefined && { resource }),
    ...(unless !== undefined && { unless }),
  };
}

/** @returns undefined when the decision path decides one of its events otherwise, which is a fault of ours */
export function shownProof(
  { name, isProved, isVacuous, counterexample, evasion, heldBy, leansOn }: ClaimResult,
  of: DecisionKind,
  engine: Engine,
): PolicyProof | undefined {
  const breaking = shown(name, counterexample, engine);
  const evading = shown(name, evasion, engine);
  if (breaking === undefined || evading === undefined) return undefined;
  return {
    name,
    of,
    proved: isProved,
    vacuous: isVacuous,
    counterexample: breaking,
    evadable: evading,
    heldBy: [...heldBy],
    leansOn: [...leansOn],
  };
}
