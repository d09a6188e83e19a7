// SPDX-License-Identifier: Apache-2.0
/**
 * A review as a message of Slack. Names are plain text, in which Slack reads no markup; in the fallback text its three
 * signs are escaped. So no name can forge a button, a mention or an approval.
 */
import { actionSentence } from '@svc/core/action-sentence';
import { CATEGORY_OF_TYPE } from '@svc/core/dlp';
import { approvalsSentence, namesIn, policySentence } from '@svc/core/plain-words';
import type { ReviewFacts } from './review-facts.ts';
import { WORDS } from './words.ts';

export const APPROVE = 'svc_approve';
export const DENY = 'svc_deny';
export const REASON = 'svc_reason';
export const REVIEW_EVENT = 'svc_review';
export const REASON_CHARACTERS_MAX = 2_000;
/** Slack takes 3,000 in a text of a block. */
const TEXT_CHARACTERS_MAX = 1_500;

/** One line without control characters and marks that change the direction of text. */
export function plain(text: string): string {
  const line = text.replace(/[\s\p{C}\p{Z}]+/gu, ' ').trim();
  const characters = [...line];
  return characters.length <= TEXT_CHARACTERS_MAX ? line : `${characters.slice(0, TEXT_CHARACTERS_MAX - 1).join('')}…`;
}

/** As Slack's documentation asks. */
const escaped = (text: string): string =>
  plain(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const plainText = (text: string) => ({ type: 'plain_text', text: plain(text), emoji: false });
const section = (text: string) => ({ type: 'section', text: plainText(text) });

/** @param isAnswered buttons answer the review; otherwise the message leads to its page */
export function slackMessage(
  facts: ReviewFacts,
  { postId, baseUrl, isAnswered }: { postId: string; baseUrl: string; isAnswered: boolean },
) {
  const words = WORDS[facts.language];
  const sentence = actionSentence(facts, facts.language);
  const isOpen = facts.status === 'PENDING';
  const asks = facts.isEscalated ? words.escalated : words.asks;
  const headline = isOpen ? `${asks}: ${sentence}` : `${outcomeOf(facts)}: ${sentence}`;
  return {
    text: escaped(headline),
    blocks: [
      section(isOpen && facts.isEscalated ? `${words.escalated}: ${sentence}` : sentence),
      { type: 'context', elements: detailsOf(facts).map(plainText) },
      ...(isOpen ? approvalsOf(facts) : []),
      isOpen ? expiryOf(facts) : { type: 'context', elements: [plainText(outcomeOf(facts))] },
      ...(isOpen && !isAnswered ? [{ type: 'context', elements: [plainText(words.refusals.beyond)] }] : []),
      { type: 'actions', block_id: 'svc', elements: buttonsOf(facts, isAnswered ? postId : null, baseUrl) },
    ],
    metadata: { event_type: REVIEW_EVENT, event_payload: { post: postId } },
    unfurl_links: false,
    unfurl_media: false,
  };
}

/** The risk, the policy in plain words, and the data with its category. */
export function detailsOf(facts: ReviewFacts): string[] {
  const { language, policy, dataTypes } = facts;
  const words = WORDS[language];
  const { lgpdCategories } = namesIn(language);
  const types = dataTypes.map((type) => `${words.types[type] ?? type} (${lgpdCategories[CATEGORY_OF_TYPE[type]]})`);
  return [
    words.risk(facts.riskScore, facts.riskLevel),
    ...(policy === null
      ? []
      : [
          policy.spec === null
            ? `${words.policy}: ${policy.name}`
            : `${words.policy} ${policy.name}: ${policySentence(policy.spec, { language })}`,
        ]),
    ...(types.length === 0 ? [] : [`${words.data}: ${types.join(', ')}`]),
    ...(facts.contentScanned === false ? [words.notScanned] : []),
  ];
}

function approvalsOf(facts: ReviewFacts) {
  const lines = approvalLines(facts);
  return lines.length === 0 ? [] : [{ type: 'context', elements: lines.map(plainText) }];
}

/** Who has approved, and who is still needed, where one approval is not enough. */
export function approvalLines({ approvals, votes, language }: ReviewFacts): string[] {
  if (approvals.needed === 1) return [];
  const words = WORDS[language];
  const names = votes.map(({ name }) => name ?? words.somebody);
  const by = names.length === 0 ? [] : [words.approvedBy(names.join(', '))];
  return [approvalsSentence(approvals, { language }), ...by];
}

/** Slack shows the time as each reader counts it, and how long that is from now. */
function expiryOf({ expiresAt, language }: ReviewFacts) {
  const at = Math.floor(expiresAt.getTime() / 1_000);
  const text = `${WORDS[language].expires} <!date^${at}^{date_short_pretty} {time} ({ago})|${expiresAt.toISOString()}>`;
  return { type: 'context', elements: [{ type: 'mrkdwn', text }] };
}

export function outcomeOf({ status, decidedBy, language }: ReviewFacts): string {
  const words = WORDS[language];
  return status === 'PENDING' ? words.asks : words.statuses[status](decidedBy ?? words.somebody);
}

/** The page of the review while it waits, and afterwards that of its event. */
export const pageOf = ({ status, eventId }: Pick<ReviewFacts, 'status' | 'eventId'>, baseUrl: string): string =>
  `${baseUrl}/app/${status === 'PENDING' ? `reviews?event=${eventId}` : `events/${eventId}`}`;

/** An approval asks for a second press, since the agent acts at once. @param postId null for a link alone */
function buttonsOf(
  { status, eventId, language, approvals, signed }: ReviewFacts,
  postId: string | null,
  baseUrl: string,
) {
  const words = WORDS[language];
  const open = {
    type: 'button',
    action_id: 'svc_open',
    text: plainText(words.open),
    url: pageOf({ status, eventId }, baseUrl),
  };
  if (status !== 'PENDING' || postId === null) return [open];
  const approve = {
    type: 'button',
    action_id: APPROVE,
    style: 'primary',
    text: plainText(words.approve),
    value: postId,
    confirm: {
      title: plainText(words.sure),
      text: plainText(approvals.given + 1 < approvals.needed ? words.sureMore : words.sureText),
      confirm: plainText(words.approve),
      deny: plainText(words.cancel),
    },
  };
  const deny = { type: 'button', action_id: DENY, style: 'danger', text: plainText(words.deny), value: postId };
  return signed ? [{ ...open, style: 'primary', text: plainText(words.sign) }, deny] : [approve, deny, open];
}

/** The dialog for the reason of a denial. */
export function denyDialog(facts: ReviewFacts, postId: string) {
  const words = WORDS[facts.language];
  return {
    type: 'modal',
    callback_id: DENY,
    private_metadata: postId,
    title: plainText(words.denyTitle),
    submit: plainText(words.deny),
    close: plainText(words.cancel),
    blocks: [
      section(actionSentence(facts, facts.language)),
      {
        type: 'input',
        block_id: REASON,
        optional: true,
        label: plainText(words.reason),
        hint: plainText(words.reasonHint),
        element: { type: 'plain_text_input', action_id: REASON, multiline: true, max_length: REASON_CHARACTERS_MAX },
      },
    ],
  };
}
