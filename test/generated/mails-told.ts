// SPDX-License-Identifier: Apache-2.0
/** When each mail goes, and to whom, for the reference. A kind without a line here does not compile. */
import type { NotificationName } from '@svc/contract';
import type { NoticeKind } from '../../server/src/outgoing/mail/notices.ts';

/** Told to roles, which an organization chooses. */
export const NOTICE_MEANINGS: Readonly<Record<NotificationName, string>> = {
  reviewPending: 'a LIVE decision is `REVIEW`',
  reviewExpiring: 'the last hour of a review begins, or the last quarter of a shorter time',
  reviewEscalated: 'a review was passed on, since no one had opened it',
  anomalyOpened: 'a scan opened an anomaly',
  webhookDisabled: 'the service disabled a webhook endpoint, or held one that cannot keep up',
  quotaReached: '80 % and 100 % of the decisions of a month are used, or 80 % of a budget',
  changeMade: 'someone else changed a rule, a key, a member or a setting',
};

type Personal = Exclude<
  NoticeKind,
  'notices.digest' | 'webhook.disabled' | 'webhook.held' | 'quota.reached' | 'budget.used'
>;

const OWN = 'the person of the account';
const OWNERS = 'owners';

/** Told whatever an organization chooses: they concern one person, or the plan. */
export const PERSONAL_MAILS: Readonly<Record<Personal, readonly [when: string, to: string]>> = {
  'account.verification': ['an e-mail address is to be confirmed', 'that address'],
  'account.address_known': ['an account is made with an address that has one already', OWN],
  'account.unknown': ['a new password is asked for an address without an account', 'that address'],
  'account.password_reset': ['a new password is asked for', OWN],
  'account.password_changed': ['the password was changed', OWN],
  'account.password_known': ['wrong codes of the second factor were given with the right password', OWN],
  'account.new_browser': ['the account is signed in to from a new browser', OWN],
  'account.session_stolen': ['the key of a session was used a second time, and the session was ended', OWN],
  'account.email_changed': ['the e-mail address was changed', `${OWN}, at the address before the change`],
  'account.mfa_changed': ['a second factor or a recovery code was set up, used up or removed', OWN],
  'account.chat_link_ended': ['the link of a chat account was ended', OWN],
  'account.organization_deleted': ['an organization is deleted', 'its members'],
  'member.invited': ['a person is invited', 'the invited address'],
  'proposal.made': ['a change waits for a second person', 'owners and admins, but for its author'],
  'billing.grace_begun': ['a payment failed, and the time of grace begins', OWNERS],
  'billing.plan_ended': ['the plan has ended for want of payment', OWNERS],
};
