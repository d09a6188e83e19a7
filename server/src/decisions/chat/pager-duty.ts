// SPDX-License-Identifier: Apache-2.0
/**
 * PagerDuty, by its Events API v2 ("Send an Alert Event"). The review's id is the key by which PagerDuty makes one
 * incident of many events: an event may be sent twice.
 */
import { randomUUID } from 'node:crypto';
import type { RiskLevel } from '@svc/contract';
import { actionSentence } from '@svc/core/action-sentence';
import type { PostClaim } from './posts.ts';
import type { ReviewFacts } from './review-facts.ts';
import { type Caller, type Calling, type CallResult, callJson } from './slack-calls.ts';
import { approvalLines, detailsOf, pageOf, plain } from './slack-message.ts';
import { type AskedSystem, callerOf, type SendOptions, type Sent } from './system.ts';
import type { TargetOf } from './target.ts';
import { cut } from './tickets/desk.ts';
import { WORDS } from './words.ts';

type PagerDuty = TargetOf<'PAGERDUTY'>;

const SUMMARY_CHARACTERS_MAX = 1_024;

const SEVERITIES: Readonly<Record<RiskLevel, string>> = {
  LOW: 'info',
  MEDIUM: 'warning',
  HIGH: 'error',
  CRITICAL: 'critical',
};

export const pagerDuty: AskedSystem<PagerDuty> = {
  send: sendEvent,
  /** A test is resolved at once, so that people are not called for long. */
  async tell(calling, target, caller, { sentence, link, language, isTest }) {
    const key = randomUUID();
    const event = triggerOf(key, sentence, 'info', { link, linkText: WORDS[language].open });
    const opened = await call(calling, target, caller, event);
    if (!isTest || opened.outcome !== 'done') return opened;
    return await call(calling, target, caller, resolveOf(key));
  },
  /** Events cannot be asked for: only the address is tried, and what it answers says nothing of the key. */
  ask: (calling, { url }, caller) => callJson(calling, { method: 'GET', url, headers: {}, body: null, ...caller }),
};

async function sendEvent(options: SendOptions, target: PagerDuty, claim: PostClaim, facts: ReviewFacts): Promise<Sent> {
  const known: Sent = { outcome: 'done', answer: { ts: facts.eventId, channel: 'sent' } };
  const event = eventOf(claim, facts, options.baseUrl());
  if (event === null) return known;
  const sent = await call(options, target, callerOf(claim, facts), event);
  return sent.outcome === 'done' ? known : sent;
}

function eventOf({ messageTs }: PostClaim, facts: ReviewFacts, baseUrl: string): object | null {
  const { eventId, language, riskLevel, status } = facts;
  if (status !== 'PENDING') return resolveOf(eventId);
  // Another approval changes nothing of the incident.
  if (messageTs !== null) return null;
  const words = WORDS[language];
  const summary = `${words.escalated}: ${plain(actionSentence(facts, language))}`;
  const link = { link: pageOf(facts, baseUrl), linkText: words.open };
  const details = [...detailsOf(facts), ...approvalLines(facts)].map(plain);
  return triggerOf(eventId, summary, SEVERITIES[riskLevel], link, details);
}

function triggerOf(
  key: string,
  summary: string,
  severity: string,
  { link: href, linkText: text }: { link: string; linkText: string },
  details: readonly string[] = [],
): object {
  return {
    event_action: 'trigger',
    dedup_key: key,
    payload: {
      summary: cut(summary, SUMMARY_CHARACTERS_MAX),
      source: 'svc',
      severity,
      ...(details.length > 0 && { custom_details: { review: details.join('\n') } }),
    },
    links: [{ href, text }],
    client: 'svc',
    client_url: href,
  };
}

const resolveOf = (key: string): object => ({ event_action: 'resolve', dedup_key: key });

async function call(
  calling: Calling,
  { url, routingKey }: PagerDuty,
  caller: Caller,
  event: object,
): Promise<CallResult<unknown>> {
  const body = { routing_key: routingKey, ...event };
  return await callJson(calling, { method: 'POST', url: `${url}/v2/enqueue`, headers: {}, body, ...caller });
}
