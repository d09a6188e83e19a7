// SPDX-License-Identifier: Apache-2.0
/** Guarantee: every cause, outcome and factor of a decision is told in whole sentences of both languages. */
import {
  CAUSES,
  DECISIONS,
  type EventDetail,
  LANGUAGES,
  LGPD_NOT_SHOWN,
  REVIEW_STATUSES,
  RISK_LEVELS,
} from '@svc/contract';
import { RISK_FACTOR_CODES } from '@svc/core/risk';
import { describe, expect, it } from 'vitest';
import { pagePieces } from './page.ts';
import { toldDecision } from './told-decision.ts';

const ID = '018f0000-0000-7000-8000-000000000001';
const OTHER = '018f0000-0000-7000-8000-000000000002';
const AT = '2026-11-24T12:00:00.000Z';
const PROOF = { seq: 4_812, hash: '5c'.repeat(32), covered: null };

interface Changes {
  event?: Partial<EventDetail['event']>;
  why?: Partial<EventDetail['why']>;
  review?: Partial<NonNullable<EventDetail['review']>>;
}

function detailOf({ event, why, review }: Changes = {}): EventDetail {
  const decision = {
    ...{ id: ID, seq: 4_812, createdAt: AT, decision: 'ALLOW', finalDecision: 'ALLOW', evaluatedDecision: 'ALLOW' },
    ...{ riskScore: 62, riskLevel: 'HIGH', dlpFindings: [], contentScanned: false, policy: null, grant: null },
    ...{ budget: null, destination: null, recordsAffected: null, action: 'READ_DATA', sandbox: false },
    agent: { id: ID, name: 'billing-bot' },
    resource: { id: ID, name: 'customers', classification: 'CUSTOMER_PII' },
    cause: { by: 'NOTHING', threshold: null, underFullEnforcement: null },
    ...event,
  };
  const whole = { riskFactors: [], policySetVersion: 1, policies: [], policiesTotal: 0, ...why };
  const asked = { status: 'PENDING', createdAt: AT, expiresAt: AT, decidedAt: null, decidedBy: null, ...review };
  const by = { approvals: { by: [], ...review?.approvals } };
  return { event: decision, why: whole, review: review && { ...asked, ...by }, audit: [] } as unknown as EventDetail;
}

async function pageOf(language: (typeof LANGUAGES)[number], changes: Changes): Promise<string> {
  const telling = { language, timeZone: 'America/Sao_Paulo' };
  const detail = detailOf(changes);
  const told = toldDecision({ ...detail, review: detail.review ?? null }, PROOF, telling);
  const head = {
    ...{ format: 'svc.lgpd-answer/v1' as const, madeAt: AT, language, organization: { id: ID, name: 'Acme' } },
    ...{ contact: null, session: true, isWhole: false, searchedBackTo: AT, notShown: [...LGPD_NOT_SHOWN] },
  };
  let text = '';
  for await (const piece of pagePieces(head, { count: 1, timeZone: telling.timeZone }, only(told))) text += piece;
  expect(text).not.toMatch(/undefined|null|NaN|\[object/);
  expect(text).not.toMatch(/<(?:p|dd|li|td|h\d)[^>]*><\//);
  return text;
}

async function* only<Told>(told: Told): AsyncGenerator<readonly Told[]> {
  yield [told];
}

/** The paragraph below a heading of the third level. */
const below = (html: string, at: number) => html.split('<h3>')[at]?.split('\n')[1];

describe.each(LANGUAGES)('in %s', (language) => {
  it('each cause has a sentence of its own', async () => {
    const sentences = new Set<string | undefined>();
    for (const by of CAUSES) {
      const event = {
        policy: { id: ID, name: 'Ask' },
        budget: { id: ID, name: 'Exports', window: 'DAY', resetsAt: AT },
        grant: { id: ID, until: AT, usesLeft: null },
        cause: { by, threshold: by === 'RISK' ? 60 : null, underFullEnforcement: null },
      } as const;
      sentences.add(below(await pageOf(language, { event }), 1));
    }
    expect(sentences.size).toBe(CAUSES.length);
    expect([...sentences].every((sentence) => /^<p>.+\.<\/p>$/.test(sentence ?? ''))).toBe(true);
  });

  it('says what full enforcement would have done', async () => {
    const sentences = new Set<string | undefined>();
    for (const decision of DECISIONS) {
      const underFullEnforcement = { decision, by: 'POLICY', policy: null, threshold: null } as const;
      const event = { cause: { by: 'MODE', threshold: null, underFullEnforcement } } as const;
      sentences.add(below(await pageOf(language, { event }), 1));
    }
    expect(sentences.size).toBe(DECISIONS.length);
  });

  it('each status of a review says who decided', async () => {
    const answer = { id: OTHER, name: 'Rui', role: 'ADMIN', channel: 'app' } as const;
    const facts = REVIEW_STATUSES.map(async (status) => {
      const isAnswered = status === 'APPROVED' || status === 'DENIED';
      const review = { status, ...(isAnswered && { decidedBy: answer, decidedAt: AT }) };
      return (await pageOf(language, { review })).split('</dl>')[0]?.split('<dl>')[1];
    });
    expect(new Set(await Promise.all(facts)).size).toBe(REVIEW_STATUSES.length);
  });

  it('names every factor and level of risk', async () => {
    for (const riskLevel of RISK_LEVELS) {
      const riskFactors = RISK_FACTOR_CODES.map((code) => ({ code, points: 5, reason: '' }));
      const text = await pageOf(language, { event: { riskLevel }, why: { riskFactors } });
      for (const word of [...RISK_FACTOR_CODES, riskLevel]) expect(text).not.toContain(word);
      expect(text.split('class="points">5<').length - 1).toBe(RISK_FACTOR_CODES.length);
    }
  });
});

it('counts only those whose approval counts, by their roles, and an unanswered review as automated', () => {
  const vote = {
    id: OTHER,
    name: 'Rui',
    role: 'MEMBER',
    channel: 'chat',
    at: AT,
    note: 'secret',
    counts: true,
  } as const;
  const review = {
    ...{ status: 'APPROVED', decidedAt: AT, decidedBy: { id: ID, name: 'Ana', role: 'OWNER', channel: 'app' } },
    approvals: { by: [{ ...vote }, { ...vote, role: 'ADMIN', counts: false }] },
  } as unknown as NonNullable<Changes['review']>;
  const telling = { language: 'en', timeZone: 'UTC' } as const;
  const told = toldDecision(detailOf({ review }), PROOF, telling);
  expect(told.review?.answers).toEqual([
    { answer: 'APPROVED', role: 'MEMBER', channel: 'chat', at: AT },
    { answer: 'APPROVED', role: 'OWNER', channel: 'app', at: AT },
  ]);
  expect(JSON.stringify(told)).not.toMatch(/Rui|Ana|secret/);
  const only = (status: 'PENDING' | 'EXPIRED') => toldDecision(detailOf({ review: { status } }), PROOF, telling);
  expect([only('PENDING').automatedOnly, only('EXPIRED').automatedOnly]).toEqual([null, true]);
});

it('names the agent of the decision in a rule, and no other agent', () => {
  const policy = { name: 'Ask', action: 'READ', decision: 'REVIEW', condition: { agentIds: [ID, OTHER] } } as const;
  const trace = { id: ID, name: 'Ask', matched: true, decided: true, mode: 'ENFORCE', policy } as unknown;
  const why = { policies: [trace, { ...(trace as object), matched: false }] } as Partial<EventDetail['why']>;
  const told = toldDecision({ ...detailOf({ why }), review: null }, PROOF, { language: 'en', timeZone: 'UTC' });
  expect(told.policies).toHaveLength(1);
  expect(told.policies[0]?.sentence).toContain(`the agent is billing-bot or ${OTHER}`);
});
