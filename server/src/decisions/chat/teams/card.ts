// SPDX-License-Identifier: Apache-2.0
/**
 * A review as an Adaptive Card. Names stand in text runs (Adaptive Cards, "RichTextBlock"), in which no Markdown is
 * read; a text block would read it. Approve and Deny open a part of the card with the second press (`Action.ShowCard`),
 * which is a universal action (`Action.Execute`).
 */
import { actionSentence } from '@svc/core/action-sentence';
import type { ReviewFacts } from '../review-facts.ts';
import {
  APPROVE,
  approvalLines,
  DENY,
  detailsOf,
  outcomeOf,
  pageOf,
  plain,
  REASON,
  REASON_CHARACTERS_MAX,
} from '../slack-message.ts';
import { WORDS } from '../words.ts';

const CARD = { type: 'AdaptiveCard', $schema: 'http://adaptivecards.io/schemas/adaptive-card.json', version: '1.4' };

/** The text in plain letters, whatever it holds. */
const text = (line: string, run: object = {}) => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text: plain(line), ...run }],
});
const small = (line: string) => ({ ...text(line, { size: 'Small', isSubtle: true }), spacing: 'Small' });
const open = (title: string, url: string) => ({ type: 'Action.OpenUrl', title, url });

interface CardOptions {
  postId: string;
  baseUrl: string;
  /** Buttons answer the review; otherwise the card leads to its page. */
  isAnswered: boolean;
  /** For the person who pressed alone, above the review: they confirm who they are. */
  linkUrl?: string;
}

export function reviewCard(facts: ReviewFacts, options: CardOptions) {
  const { language, status } = facts;
  const words = WORDS[language];
  const isOpen = status === 'PENDING';
  const sentence = actionSentence(facts, language);
  const end = isOpen ? [expiryOf(facts)] : [text(outcomeOf(facts), { weight: 'Bolder' })];
  return {
    ...CARD,
    body: [
      ...(options.linkUrl === undefined ? [] : linkPart(words.linkHere, words.linkAct, options.linkUrl)),
      text(isOpen && facts.isEscalated ? `${words.escalated}: ${sentence}` : sentence, { weight: 'Bolder' }),
      ...[...detailsOf(facts), ...(isOpen ? approvalLines(facts) : [])].map(small),
      ...end,
      ...(isOpen && !options.isAnswered ? [small(words.refusals.beyond)] : []),
    ],
    actions: actionsOf(facts, options),
  };
}

function linkPart(words: string, act: string, url: string): object[] {
  return [
    { type: 'Container', style: 'attention', items: [text(words), { type: 'ActionSet', actions: [open(act, url)] }] },
  ];
}

/** The card shows the moment in the zone of each reader (Adaptive Cards, "Text features"); it takes no fractions. */
function expiryOf({ expiresAt, language }: ReviewFacts) {
  const at = `${expiresAt.toISOString().slice(0, 19)}Z`;
  const line = `${WORDS[language].expires} {{DATE(${at},SHORT)}} {{TIME(${at})}}`;
  return { type: 'TextBlock', text: line, size: 'Small', isSubtle: true, spacing: 'Small', wrap: true };
}

function actionsOf(facts: ReviewFacts, { postId, baseUrl, isAnswered }: CardOptions): object[] {
  const { status, approvals, signed, language } = facts;
  const words = WORDS[language];
  const page = pageOf(facts, baseUrl);
  if (status !== 'PENDING' || !isAnswered) return [open(words.open, page)];
  const execute = (title: string, verb: string, style: string) => ({
    type: 'Action.Execute',
    title,
    verb,
    style,
    data: { post: postId },
  });
  const show = (title: string, style: string, body: object[], action: object) => ({
    type: 'Action.ShowCard',
    title,
    style,
    card: { type: 'AdaptiveCard', body, actions: [action] },
  });
  const sure = approvals.given + 1 < approvals.needed ? words.sureMore : words.sureText;
  const approve = [text(words.sure, { weight: 'Bolder' }), text(sure)];
  const reason = {
    type: 'Input.Text',
    id: REASON,
    label: words.reason,
    placeholder: words.reasonHint,
    isMultiline: true,
    maxLength: REASON_CHARACTERS_MAX,
  };
  const deny = show(words.deny, 'destructive', [reason], execute(words.deny, DENY, 'destructive'));
  if (signed) return [open(words.sign, page), deny];
  return [
    show(words.approve, 'positive', approve, execute(words.approve, APPROVE, 'positive')),
    deny,
    open(words.open, page),
  ];
}

/** A message that follows no review. */
export const noteCard = (sentence: string, title: string, link: string) => ({
  ...CARD,
  body: [text(sentence)],
  actions: [open(title, link)],
});

/** The activity that shows a card. Its summary stands in notifications, as plain text. */
export const activityOf = (card: object, summary: string) => ({
  type: 'message',
  summary: plain(summary),
  attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: card }],
});
