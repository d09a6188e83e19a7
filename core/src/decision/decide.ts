/** The one pure path from what is known of an action to what is recorded and answered. */
import type { DecisionWord, Destination, DlpType, EventAction, LgpdCategory, RiskLevel } from '@svc/contract';
import { isOutsideBusinessHours } from '../business-hours/index.ts';
import { type CompiledPolicies, evaluatePolicies, type PolicyFacts } from '../policy/index.ts';
import { categoriesOfTypes, orderedTypes, type RiskFactor, scoreRisk } from '../risk/index.ts';
import {
  type Agent,
  conclude,
  permissionRefusal,
  type Resource,
  type Verdict,
  type VerdictSettings,
} from '../verdict/index.ts';

export interface DecisionSettings extends VerdictSettings {
  /** IANA time zone of the organization's business hours. */
  readonly timeZone: string;
}

export interface DecisionInput {
  readonly agent: Agent;
  readonly resource: Resource;
  readonly action: EventAction;
  readonly destination: Destination | null;
  /** 0..100,000,000; null when the caller did not say. */
  readonly recordsAffected: number | null;
  /** What the scan of the content found, in any order. */
  readonly findings: readonly DlpType[];
  /** A test case's stand-in for the scan; null otherwise. It adds to the findings, and never hides one. */
  readonly containsSensitiveData: boolean | null;
  readonly hasOpenAnomaly: boolean;
  /** The moment of the decision in epoch milliseconds. */
  readonly atMs: number;
  readonly settings: DecisionSettings;
  readonly policies: CompiledPolicies;
}

export interface DecisionResult extends Verdict {
  readonly decision: DecisionWord;
  /** 0..100 */
  readonly riskScore: number;
  readonly riskLevel: RiskLevel;
  readonly riskFactors: readonly RiskFactor[];
  readonly dlpFindings: readonly DlpType[];
  readonly lgpdCategories: readonly LgpdCategory[];
  /** What the policies were asked about: kept with the event, it explains the decision later. */
  readonly facts: PolicyFacts;
}

/** Decides one action. Throws a RangeError on an unknown time zone or a word that the contract does not know. */
export function decide(input: DecisionInput): DecisionResult {
  const { agent, resource, action, destination, recordsAffected, hasOpenAnomaly, settings } = input;
  const dlpTypes = orderedTypes(input.findings);
  const situation = {
    action,
    classification: resource.classification,
    destination,
    recordsAffected,
    dlpTypes,
    containsSensitiveData: dlpTypes.length > 0 || input.containsSensitiveData === true,
    outsideBusinessHours: isOutsideBusinessHours(input.atMs, settings.timeZone),
  };
  const refusal = permissionRefusal(agent, action, resource);
  const risk = scoreRisk({ ...situation, hasOpenAnomaly });
  const lgpdCategories = categoriesOfTypes(dlpTypes);
  const facts: PolicyFacts = { ...situation, agentId: agent.id, lgpdCategories, riskScore: risk.score };
  const policies = evaluatePolicies(input.policies, facts);
  return {
    ...conclude({ refusal, policies, risk, settings }),
    riskScore: risk.score,
    riskLevel: risk.level,
    riskFactors: risk.factors,
    dlpFindings: dlpTypes,
    lgpdCategories,
    facts,
  };
}
