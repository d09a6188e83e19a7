// SPDX-License-Identifier: Apache-2.0
/**
 * The kinds of mails: each row has the recipients and the words. A kind has the name of the audit entry of its cause. A
 * new kind takes a row here, and `enqueueMail` at its cause.
 */

import type { Vault } from '../../platform/vault/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import { ADDRESS_KNOWN } from './address-known.ts';
import { ADDRESS_VERIFICATION } from './address-verification.ts';
import { BUDGET_USED } from './budget-used.ts';
import { type ComposedText, composeText, composeWritten, type Facts } from './compose.ts';
import { readDigest } from './digest-facts.ts';
import { digestText } from './digest-text.ts';
import { MEMBER_INVITED } from './member-invited.ts';
import type { Notice, PersonalNotice } from './notice.ts';
import { ADDRESS_UNKNOWN, PASSWORD_RESET } from './password-reset.ts';
import { GRACE_BEGUN, PLAN_ENDED } from './plan-unpaid.ts';
import { PROPOSAL_MADE } from './proposal-made.ts';
import { QUOTA_REACHED } from './quota-reached.ts';
import type { Recipient } from './recipients.ts';
import {
  CHAT_LINK_ENDED,
  EMAIL_CHANGED,
  MFA_CHANGED,
  NEW_BROWSER,
  ORGANIZATION_DELETED,
  PASSWORD_CHANGED,
  PASSWORD_KNOWN,
  SESSION_STOLEN,
} from './security-notices.ts';
import { WEBHOOK_DISABLED } from './webhook-disabled.ts';
import { WEBHOOK_HELD } from './webhook-held.ts';

/** A mail with its recipients; the words are written for each of them. */
export interface ReadyMail {
  recipients: readonly Recipient[];
  textFor(recipient: Recipient, baseUrl: string): ComposedText;
}

/** @param about without an organization where the kind concerns a person alone */
type Kind = (
  transaction: Transaction,
  about: { organizationId: string | null; subjectId: string },
  vault: Vault,
) => Promise<ReadyMail | null>;

export const NOTICES = {
  'account.address_known': ofPerson(ADDRESS_KNOWN),
  'account.chat_link_ended': ofPerson(CHAT_LINK_ENDED),
  'account.email_changed': ofPerson(EMAIL_CHANGED),
  'account.mfa_changed': ofPerson(MFA_CHANGED),
  'account.new_browser': ofPerson(NEW_BROWSER),
  'account.organization_deleted': ofPerson(ORGANIZATION_DELETED),
  'account.password_changed': ofPerson(PASSWORD_CHANGED),
  'account.password_known': ofPerson(PASSWORD_KNOWN),
  'account.password_reset': ofPerson(PASSWORD_RESET),
  'account.session_stolen': ofPerson(SESSION_STOLEN),
  'account.unknown': ofPerson(ADDRESS_UNKNOWN),
  'account.verification': ofPerson(ADDRESS_VERIFICATION),
  'billing.grace_begun': ofOrganization(GRACE_BEGUN),
  'billing.plan_ended': ofOrganization(PLAN_ENDED),
  'budget.used': ofOrganization(BUDGET_USED),
  'member.invited': ofOrganization(MEMBER_INVITED),
  'notices.digest': digest,
  'proposal.made': ofOrganization(PROPOSAL_MADE),
  'quota.reached': ofOrganization(QUOTA_REACHED),
  'webhook.disabled': ofOrganization(WEBHOOK_DISABLED),
  'webhook.held': ofOrganization(WEBHOOK_HELD),
} as const satisfies Record<string, Kind>;

export type NoticeKind = keyof typeof NOTICES;

function ofOrganization<Of extends Facts>({ read, texts }: Notice<Of>): Kind {
  return async (transaction, { organizationId, subjectId }, vault) => {
    if (organizationId === null) throw new Error('a mail of this kind concerns an organization');
    const found = await read(transaction, { organizationId, subjectId }, vault);
    if (found === null) return null;
    const { facts, recipients } = found;
    return { recipients, textFor: ({ language }, baseUrl) => composeText(texts, facts, baseUrl, language) };
  };
}

function ofPerson<Of extends Facts>({ read, texts }: PersonalNotice<Of>): Kind {
  return async (transaction, { subjectId }, vault) => {
    const found = await read(transaction, subjectId, vault);
    if (found === null) return null;
    const { facts, recipient } = found;
    return {
      recipients: [recipient],
      textFor: ({ language }, baseUrl) => composeText(texts, facts, baseUrl, language),
    };
  };
}

/** The digest of one person in an organization. The subject is the digest's row. */
async function digest(
  transaction: Transaction,
  { organizationId, subjectId }: { organizationId: string | null; subjectId: string },
): Promise<ReadyMail | null> {
  if (organizationId === null) throw new Error('a digest concerns an organization');
  const found = await readDigest(transaction, { organizationId, subjectId }, transaction.clock.nowMs());
  if (found === null) return null;
  const { facts, recipient } = found;
  return {
    recipients: [recipient],
    textFor: ({ language }, baseUrl) => composeWritten((one) => digestText(facts, one, baseUrl), baseUrl, language),
  };
}
