// SPDX-License-Identifier: Apache-2.0
/** Decides, and drafts the record and the answer. */
import type { Decision } from '@svc/contract';
import { actionDigest, hasPayload, payloadDigest } from '@svc/core/action-digest';
import { toldApprovals } from '@svc/core/approvals';
import { newSalt } from '@svc/core/audit-chain';
import { type DecisionInput, type DecisionResult, decide, decideInSteps } from '@svc/core/decision';
import { PART_WEIGHT_MAX } from '@svc/core/policy';
import { standingOf } from '@svc/core/settlement';
import { approvalsAt, finalDecisionOf } from '@svc/core/verdict';
import { TURNS } from '../../platform/turns/index.ts';
import { causeOf, contextOf, redeemableUntilMs, redemptionOf } from '../../record/events/index.ts';
import {
  type DecisionDraft,
  type OutcomeTerms,
  reviewOf,
  type StoredContext,
  webhookOf,
} from '../../record/recorder/index.ts';
import { alternativesOf, written } from './alternatives.ts';
import { commitmentsOf, storedContext } from './context.ts';
import type { DraftInput } from './draft-input.ts';

/** Decides at once where the policy set is small, and in turns of its organization where it or one policy is large. */
export function decideDraft(draft: DraftInput): DecisionResult | Promise<DecisionResult> {
  const { snapshot, agent, resource, request } = draft;
  const input: DecisionInput = {
    agent,
    resource,
    action: request.action,
    destination: request.event.destination ?? null,
    recordsAffected: request.event.recordsAffected ?? null,
    findings: draft.findings,
    containsSensitiveData: null,
    hasOpenAnomaly: agent.hasOpenAnomaly,
    tool: draft.toolFault,
    atMs: draft.nowMs,
    settings: snapshot.settings,
    policies: snapshot.compiled,
  };
  const { parts, weightMax } = snapshot.compiled;
  const isHeavy = weightMax > PART_WEIGHT_MAX;
  if (parts.length === 1 && !isHeavy) return decide(input);
  return TURNS.run(snapshot.organizationId, decideInSteps(input), isHeavy);
}

export function draftDecision(input: DraftInput, outcome: DecisionResult): DecisionDraft {
  const { snapshot, agent, resource, request, key } = input;
  const destination = request.event.destination ?? null;
  const recordsAffected = request.event.recordsAffected ?? null;
  const sandbox = key.kind === 'TEST';
  const alternatives = alternativesOf(input, outcome);
  const terms = termsOf(input, sandbox);
  const isAllowed = outcome.decision === 'ALLOW';
  const bound = boundAct(input, sandbox);
  return {
    organizationId: snapshot.organizationId,
    generation: snapshot.generation,
    ...(key.personId !== undefined && { personId: key.personId }),
    event: {
      id: input.id,
      createdAtMs: input.nowMs,
      sandbox,
      apiKeyId: key.id,
      agentId: agent.id,
      resourceId: resource.id,
      action: request.action,
      destination,
      recordsAffected,
      decision: outcome.decision,
      evaluatedDecision: outcome.evaluatedDecision,
      riskLevel: outcome.riskLevel,
      riskScore: outcome.riskScore,
      record: {
        agent: agent.name,
        resource: resource.name,
        classification: resource.classification,
        monitored: outcome.monitored,
        cause: outcome.cause,
        reasons: [...outcome.reasons],
        policy: outcome.policy,
        dlpFindings: [...outcome.dlpFindings],
        lgpdCategories: [...outcome.lgpdCategories],
        riskFactors: outcome.riskFactors.map(({ code, points }) => ({ code, points })),
        matchedPolicyIds: [...outcome.matchedPolicyIds],
        policySetVersion: snapshot.policySetVersion,
        door: request.door,
        ...(input.toolFault !== null && { tool: input.toolFault }),
        ...(alternatives !== undefined && { alternatives: written(alternatives) }),
      },
      actionDigest: bound.digest.slice(DIGEST_PREFIX.length),
      payloadSalt: bound.payloadSalt,
      contentScanned: input.contentScanned,
      redeemableUntilMs: isAllowed ? terms.redeemableUntilMs : null,
      context: bound.context,
    },
    auditMetadata: auditMetadataOf(input, outcome, terms, bound),
    review: reviewOf(outcome, terms),
    webhook: webhookOf(outcome, terms),
    idempotency: input.idempotency,
    call: input.call,
    // Only an ALLOW forwards a call.
    forwarderId: isAllowed ? terms.forwarderId : null,
    redeemsNow: isAllowed && terms.redeemsNow,
    redeemKey: request.redeemKey ?? null,
    eventsPerMonth: snapshot.settings.eventsPerMonth,
    unsettled: unsettledOf(input, outcome, terms),
  };
}

function termsOf({ snapshot, nowMs, forwarderId, request }: DraftInput, sandbox: boolean): OutcomeTerms {
  const { settings, webhookEndpointIds } = snapshot;
  return {
    redeemableUntilMs: redeemableUntilMs(settings, nowMs, nowMs),
    forwarderId,
    redeemsNow: forwarderId !== null || request.redeemsNow === true,
    reviewExpiresAtMs: nowMs + settings.reviewExpiryMinutes * MS_PER_MINUTE,
    sandbox,
    webhookEndpointIds,
    tellsNumbers: settings.alternatives,
  };
}

/** Grants and budgets are settled with the batch, by the counts of that moment. */
function unsettledOf(
  { snapshot, agent, resource, request, nowMs, call }: DraftInput,
  asked: DecisionResult,
  terms: OutcomeTerms,
): DecisionDraft['unsettled'] {
  const { settings, budgets, grants } = snapshot;
  const act = {
    agentId: agent.id,
    action: request.action,
    resourceId: resource.id,
    destination: request.event.destination ?? null,
    recordsAffected: request.event.recordsAffected ?? null,
    call:
      call === null ? null : { protocol: call.protocol, routeId: call.routeId, method: call.method, tool: call.tool },
    sandbox: terms.sandbox,
    hasOpenAnomaly: agent.hasOpenAnomaly,
    atMs: nowMs,
    timeZone: settings.timeZone,
  };
  const standing = standingOf(asked, act, { grants: grants.get(agent.id), budgets });
  return standing === null ? null : { asked, standing, isWatched: settings.enforcement === 'MONITOR', terms };
}

const DIGEST_PREFIX = 'sha256:';

/** The digest of the act, and what it was made with. */
interface BoundAct {
  digest: string;
  payload: string | null;
  payloadSalt: string | null;
  context: StoredContext | null;
  commitments: Record<string, string> | null;
}

function boundAct(input: DraftInput, sandbox: boolean): BoundAct {
  const { snapshot, agent, resource, request, call, context: said } = input;
  const payloadSalt = hasPayload(input.payload) ? newSalt() : null;
  const payload = payloadSalt === null ? null : payloadDigest(payloadSalt, input.payload);
  const context = said === null ? null : snapshot.settings.contextKept ? storedContext(said) : {};
  const commitments = commitmentsOf(context);
  const digest = actionDigest({
    organizationId: snapshot.organizationId,
    eventId: input.id,
    sandbox,
    agentId: agent.id,
    action: request.action,
    resourceId: resource.id,
    destination: request.event.destination ?? null,
    recordsAffected: request.event.recordsAffected ?? null,
    call,
    payload,
    context: commitments,
  });
  return { digest, payload, payloadSalt, context, commitments };
}

/**
 * The part of a decision that the chain keeps after the event is gone. The keys are in canonical JSON order, and in one
 * literal: spreading one object into it takes 3 microseconds, fifty times as long.
 */
function auditMetadataOf(
  input: DraftInput,
  outcome: DecisionResult,
  terms: OutcomeTerms,
  bound: BoundAct,
): DecisionDraft['auditMetadata'] {
  const { snapshot, agent, resource, request, key, call } = input;
  return {
    action: request.action,
    actionDigest: bound.digest,
    agentId: agent.id,
    agentName: agent.name,
    approvals: toldApprovals(outcome),
    budgetId: undefined,
    classification: resource.classification,
    contentScanned: input.contentScanned,
    contextCommitments: bound.commitments,
    decision: outcome.decision,
    destination: request.event.destination ?? null,
    dlpFindings: outcome.dlpFindings,
    door: request.door,
    evaluatedDecision: outcome.evaluatedDecision,
    gateway:
      call === null
        ? undefined
        : {
            definition: input.toolFault ?? undefined,
            method: call.method,
            protocol: call.protocol,
            routeId: call.routeId,
            tool: call.tool,
          },
    grantId: undefined,
    keyPrefix: key.prefix,
    lgpdCategories: outcome.lgpdCategories,
    monitored: outcome.monitored,
    payload: bound.payload,
    policyId: outcome.policy?.id ?? null,
    policySetVersion: snapshot.policySetVersion,
    quotaExceeded: false,
    recordsAffected: request.event.recordsAffected ?? null,
    redeemed: (outcome.decision === 'ALLOW' && terms.redeemsNow) || undefined,
    resourceId: resource.id,
    resourceName: resource.name,
    riskLevel: outcome.riskLevel,
    riskScore: outcome.riskScore,
    sandbox: terms.sandbox,
  };
}

const MS_PER_MINUTE = 60_000;

/** The answer to the deciding request; a later read derives the same from the stored event. */
export function answerOf(draft: DecisionDraft, quotaExceeded: boolean): Decision {
  const { event, review } = draft;
  const { record } = event;
  const decision: Decision = {
    id: event.id,
    decision: event.decision,
    finalDecision: finalDecisionOf(event.decision, review === null ? null : 'PENDING'),
    evaluatedDecision: event.evaluatedDecision,
    monitored: record.monitored,
    riskLevel: event.riskLevel,
    riskScore: event.riskScore,
    reasons: record.reasons,
    policy: record.policy,
    cause: causeOf(record),
    grant: record.grant ?? null,
    budget: record.budget ?? null,
    dlpFindings: record.dlpFindings as Decision['dlpFindings'],
    lgpdCategories: record.lgpdCategories as Decision['lgpdCategories'],
    review:
      review === null
        ? null
        : {
            status: 'PENDING',
            expiresAt: new Date(review.expiresAtMs).toISOString(),
            decidedAt: null,
            note: null,
            approvals: approvalsAt('PENDING', {
              needed: review.approvals.count,
              given: 0,
              mayResolve: review.approvers,
            }),
          },
    quotaExceeded,
    sandbox: event.sandbox,
    contentScanned: event.contentScanned,
    actionDigest: DIGEST_PREFIX + event.actionDigest,
    redemption:
      event.redeemableUntilMs === null
        ? null
        : redemptionOf(event.redeemableUntilMs, draft.redeemsNow ? event.createdAtMs : null, event.createdAtMs),
    outcome: null,
    context: contextOf(event.context),
  };
  if (record.alternatives !== undefined) decision.alternatives = record.alternatives;
  return decision;
}
