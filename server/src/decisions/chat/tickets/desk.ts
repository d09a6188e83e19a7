// SPDX-License-Identifier: Apache-2.0
/**
 * A ticket system of which the calls are known. It gets one ticket for a review, which ends with the review. A ticket
 * whose answer was lost is looked for by the review's id.
 */
import { actionSentence } from '@svc/core/action-sentence';
import type { PostClaim } from '../posts.ts';
import type { ReviewFacts } from '../review-facts.ts';
import type { Caller, Calling, CallResult } from '../slack-calls.ts';
import { approvalLines, detailsOf, outcomeOf, pageOf, plain } from '../slack-message.ts';
import { type AskedSystem, callerOf, type SendOptions, type Sent } from '../system.ts';
import { WORDS } from '../words.ts';

/** The values of a ticket, each a plain line. */
export interface Ticket {
  /** The id of the review, by which the ticket is found again. Null for one that follows no review. */
  reviewId: string | null;
  title: string;
  lines: readonly string[];
  link: string;
  linkText: string;
  /** Null while the review waits. */
  end: { status: Exclude<ReviewFacts['status'], 'PENDING'>; outcome: string } | null;
}

export interface Desk<Target> {
  /** @returns the id of the ticket of this review, or null */
  find(calling: Calling, target: Target, caller: Caller, sought: Sought): Promise<CallResult<string | null>>;
  /** @returns its id */
  create(calling: Calling, target: Target, caller: Caller, ticket: Ticket): Promise<CallResult<string>>;
  /** @param isAgain an earlier attempt may have done it, or a part of it */
  end(calling: Calling, target: Target, caller: Caller, ending: Ending): Promise<CallResult<unknown>>;
  ask(calling: Calling, target: Target, caller: Caller): Promise<CallResult<unknown>>;
}

interface Sought {
  reviewId: string;
  /** No ticket of it is older. */
  since: Date;
}

export interface Ending {
  id: string;
  ticket: Ticket & { end: NonNullable<Ticket['end']> };
  isAgain: boolean;
}

export function systemOfDesk<Target>(desk: Desk<Target>): AskedSystem<Target> {
  return {
    send: (options, target, claim, facts) => sendTicket(desk, { options, target, claim, facts }),
    async tell(calling, target, caller, { sentence, link, language }) {
      const title = sentence.split('. ')[0] ?? sentence;
      const linkText = WORDS[language].open;
      const ticket: Ticket = { reviewId: null, title, lines: [sentence], link, linkText, end: null };
      return await desk.create(calling, target, caller, ticket);
    },
    ask: (calling, target, caller) => desk.ask(calling, target, caller),
  };
}

interface Sending<Target> {
  options: SendOptions;
  target: Target;
  claim: PostClaim;
  facts: ReviewFacts;
}

const known = (ts: string): Sent => ({ outcome: 'done', answer: { ts, channel: 'sent' } });

async function sendTicket<Target>(desk: Desk<Target>, sending: Sending<Target>): Promise<Sent> {
  const { options, target, claim, facts } = sending;
  const caller = callerOf(claim, facts);
  const ticket = ticketOf(facts, options.baseUrl());
  const sought = { reviewId: facts.eventId, since: claim.createdAt };
  const found =
    claim.messageTs === null && claim.isDoubtful
      ? await desk.find(options, target, caller, sought)
      : ({ outcome: 'done', answer: claim.messageTs } as const);
  if (found.outcome !== 'done') return found;
  const { answer: id } = found;
  const { end } = ticket;
  if (end === null) {
    if (id !== null) return known(id);
    const made = await desk.create(options, target, caller, ticket);
    return made.outcome === 'done' ? known(made.answer) : made;
  }
  if (id === null) return null;
  const isAgain = claim.attempts > 1 || claim.isDoubtful;
  const ended = await desk.end(options, target, caller, { id, ticket: { ...ticket, end }, isAgain });
  // A ticket that people deleted is followed no more.
  if (ended.outcome !== 'done' && (ended.code === 'status_404' || ended.code === 'status_410')) return null;
  return ended.outcome === 'done' ? known(id) : ended;
}

function ticketOf(facts: ReviewFacts, baseUrl: string): Ticket {
  const { eventId, language, status } = facts;
  const sentence = plain(actionSentence(facts, language));
  return {
    reviewId: eventId,
    title: sentence,
    lines: [sentence, ...[...detailsOf(facts), ...approvalLines(facts)].map(plain)],
    link: pageOf(facts, baseUrl),
    linkText: WORDS[language].open,
    end: status === 'PENDING' ? null : { status, outcome: plain(outcomeOf(facts)) },
  };
}

/** @param charactersMax of the system's field */
export function cut(text: string, charactersMax: number): string {
  const characters = [...plain(text)];
  return characters.length <= charactersMax
    ? characters.join('')
    : `${characters.slice(0, charactersMax - 1).join('')}…`;
}

/** RFC 7617. The user name holds no colon. */
export const basic = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;
