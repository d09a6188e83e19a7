// SPDX-License-Identifier: Apache-2.0
/**
 * One decision as it is told to the person whom it concerns: codes, and sentences in the language of the answer. People
 * appear by their roles. Their notes, the words of the agent and other agents' names stay out.
 */
import type { AuditProof, EventDetail, EventItem, LgpdDecision, PolicySpec } from '@svc/contract';
import { actionSentence } from '@svc/core/action-sentence';
import { CATEGORY_OF_TYPE } from '@svc/core/dlp';
import { policySentence } from '@svc/core/plain-words';
import { momentText } from '../../../outgoing/mail/index.ts';
import { type Telling, WORDS } from './words.ts';

export function toldDecision({ event, why, review }: EventDetail, proof: AuditProof, telling: Telling): LgpdDecision {
  const { agent, resource, action, destination, recordsAffected } = event;
  const { classification } = resource;
  const told = { agent: agent.name, action, resource: resource.name, classification, destination, recordsAffected };
  return {
    eventId: event.id,
    seq: event.seq,
    decidedAt: event.createdAt,
    ...told,
    asked: actionSentence(told, telling.language),
    decision: event.decision,
    finalDecision: event.finalDecision,
    automatedOnly: isAutomatedOnly(review),
    cause: { by: event.cause.by, threshold: event.cause.threshold, sentence: causeSentence(event, telling) },
    policies: why.policies
      .filter(({ matched }) => matched)
      .map(({ id, name, mode, decided, policy }) => {
        const spec = policy as PolicySpec | undefined;
        return { id, name, mode, decided, sentence: spec === undefined ? null : ruleSentence(spec, event, telling) };
      }),
    risk: {
      score: event.riskScore,
      level: event.riskLevel,
      factors: why.riskFactors.map(({ code, points }) => ({ code, points })),
    },
    contentScanned: event.contentScanned,
    findings: event.dlpFindings.map((type) => ({ type, category: CATEGORY_OF_TYPE[type] })),
    review: review && {
      status: review.status,
      askedAt: review.createdAt,
      expiresAt: review.expiresAt,
      answers: answersOf(review),
    },
    grantId: event.grant?.id ?? null,
    proof,
  };
}

type Review = NonNullable<EventDetail['review']>;

/** A person took part in the decision only by an answer: one who was asked and did not answer has not decided. */
function isAutomatedOnly(review: Review | null): boolean | null {
  if (review === null || review.status === 'EXPIRED') return true;
  return review.status === 'PENDING' ? null : false;
}

function answersOf({ status, decidedAt, decidedBy, approvals }: Review) {
  const earlier = approvals.by
    .filter(({ counts }) => counts)
    .map(({ role, channel, at }) => ({ answer: 'APPROVED' as const, role, channel, at }));
  if (decidedBy === null || decidedAt === null) return earlier;
  const answer = status === 'DENIED' ? ('DENIED' as const) : ('APPROVED' as const);
  return [...earlier, { answer, role: decidedBy.role, channel: decidedBy.channel, at: decidedAt }];
}

function causeSentence({ cause, policy, budget, grant, riskScore }: EventItem, telling: Telling): string {
  const words = WORDS[telling.language];
  const sentence = words.causes[cause.by]({
    policy: policy?.name ?? '',
    budget: budget?.name ?? '',
    score: riskScore,
    threshold: cause.threshold ?? 0,
    until: grant === null ? '' : momentText(new Date(grant.until), telling.language, telling.timeZone),
  });
  const watched = cause.underFullEnforcement;
  return watched === null ? sentence : `${sentence} ${words.watched[watched.decision]}`;
}

/** Other agents stay ids: their names are no matter of this person. */
function ruleSentence(spec: PolicySpec, { agent }: EventItem, { language }: Telling): string {
  return policySentence(spec, { language, agentNames: (id) => (id === agent.id ? agent.name : undefined) });
}
