// SPDX-License-Identifier: Apache-2.0
/**
 * The record of processing (LGPD, article 37): which personal data the service keeps, in which tables, what for and for
 * how long. The reference is written from it. A test compares it with the columns of the database.
 */
import { ACTIVITY_KEPT_DAYS, LEADS_KEPT_MONTHS, SESSION_REFRESH_DAYS } from '@svc/contract';
import { PLAN_TABLE } from '../../registry/plans/index.ts';

interface Processing {
  /** The data, as a person would name them. */
  data: string;
  /** Whose they are. */
  of: string;
  purpose: string;
  /** The end of the data, in words. */
  kept: string;
  tables: readonly string[];
}

const WITH_ACCOUNT = 'until the account is deleted';
const WITH_MEMBERSHIP = 'until the membership ends, or the organization is deleted';
const WITH_ORGANIZATION = 'until the organization is deleted';
const PLAN_DAYS = Object.entries(PLAN_TABLE)
  .map(([plan, { retentionDays }]) => `${plan} ${retentionDays === null ? 'by contract' : `${retentionDays} days`}`)
  .join(', ');
const WITH_EVENTS = `as long as the plan keeps events (${PLAN_DAYS}; a contract may name other days)`;

export const PROCESSING_RECORD: readonly Processing[] = [
  {
    data: 'name, e-mail address, language, digest of the password',
    of: 'people with an account',
    purpose: 'to sign in, and to write to them',
    kept: WITH_ACCOUNT,
    tables: ['accounts', 'account_links'],
  },
  {
    data: 'second factors: sealed secret of an app, digests of recovery codes, public keys and names of passkeys',
    of: 'people with an account',
    purpose: 'to protect the account',
    kept: 'until the factor or the account is removed',
    tables: ['account_totp', 'account_recovery_codes', 'account_passkeys', 'passkey_challenges'],
  },
  {
    data: 'sessions: browser, system, coarse address, time of use; a digest that knows a browser again',
    of: 'people with an account',
    purpose: 'to keep them signed in, and to show and end sessions that are not theirs',
    kept: `${SESSION_REFRESH_DAYS} days after the last use, or until the session or the account ends`,
    tables: ['sessions', 'account_devices'],
  },
  {
    data: 'how the directory of an organization names a person, and when they signed in by it',
    of: 'members who sign in by a directory',
    purpose: 'to know them again, and to end their sessions when the directory says so',
    kept: 'until the membership or the connection ends',
    tables: ['sso_identities'],
  },
  {
    data: 'names, address and ids by which the directory of an organization names a person (SCIM)',
    of: 'people whom a directory provisions',
    purpose: 'to give and take their access as the directory says',
    kept: 'until the directory deletes the person; then the id of the account stays, so that no sign-in lets them in',
    tables: ['scim_users', 'scim_tokens'],
  },
  {
    data: 'history of the account: kind, time, browser, system, coarse address',
    of: 'people with an account',
    purpose: 'to let them see misuse',
    kept: `${ACTIVITY_KEPT_DAYS} days, or until the account is deleted`,
    tables: ['account_activity'],
  },
  {
    data: 'membership and role',
    of: 'members of an organization',
    purpose: 'to decide what they may do',
    kept: WITH_MEMBERSHIP,
    tables: ['memberships', 'membership_directory'],
  },
  {
    data: 'the groups that a member is in',
    of: 'members of an organization',
    purpose: 'to know which reviews they may answer',
    kept: WITH_MEMBERSHIP,
    tables: ['group_members'],
  },
  {
    data: 'e-mail address and role of an invited person',
    of: 'people who are invited',
    purpose: 'to let them join',
    kept: 'until the invitation is accepted or revoked, or lapsed',
    tables: ['invitations'],
  },
  {
    data: 'name of a user of a chat, and the account that it is',
    of: 'members who answer reviews in a chat',
    purpose: 'to know who answers there',
    kept: 'until the link, the integration or the account is deleted',
    tables: ['chat_links', 'chat_link_requests'],
  },
  {
    data: 'connected apps: name, host, scopes, time of use; digests of their tokens',
    of: 'members who connect an app',
    purpose: 'to let it act for them, and to show and end that',
    kept: 'until 30 days after the connection ended, or until the account or the organization is deleted',
    tables: ['oauth_grants', 'oauth_records'],
  },
  {
    data: 'which mails wait for a person',
    of: 'members of an organization',
    purpose: 'to tell them of reviews and anomalies',
    kept: 'until a month after the mail was sent',
    tables: ['waiting_notices', 'notice_digests', 'mail_outbox'],
  },
  {
    data: 'who answered a review or approved it among others, in which role, when, and the note',
    of: 'members who answer reviews',
    purpose: 'to show who let an agent act, and why',
    kept: `${WITH_EVENTS}; the note until it is erased`,
    tables: ['reviews', 'review_votes'],
  },
  {
    data: 'which of their passkeys sign approvals, and the digest of its public key',
    of: 'members who sign approvals',
    purpose: 'to let others check by whose key an act was approved',
    kept: 'until it ends; the public key stays in the audit entries of what it signed',
    tables: ['signing_keys'],
  },
  {
    data: 'who let acts of an agent through for a time, or ended that, when, and the note',
    of: 'members who make or end grants',
    purpose: 'to show by whose permission an agent acted, and why',
    kept: `${WITH_EVENTS}, from its end on; the note until it is erased`,
    tables: ['grants'],
  },
  {
    data: 'what an agent says about its act: purpose, name of the receiver, session, link',
    of: 'people whom the act concerns',
    purpose: 'to let people judge whether it may run',
    kept: `${WITH_EVENTS}; each field until it is erased, and none where the organization keeps none`,
    tables: ['events'],
  },
  {
    data: 'the note to the last raise of a budget; its author stands in the audit chain',
    of: 'members who raise budgets',
    purpose: 'to show why agents were let do more',
    kept: 'until the next raise, another count, or the deletion of the budget',
    tables: ['budgets'],
  },
  {
    data: 'who paused an agent, or closed an anomaly, and the reason',
    of: 'members who do so',
    purpose: 'to show who stopped an agent, and why',
    kept: `${WITH_ORGANIZATION}; reason and note until they are erased`,
    tables: ['agent_status_changes', 'anomalies'],
  },
  {
    data: 'id of the person who made a key, gave the secret of an integration or asked for an impact of policies',
    of: 'members who do so',
    purpose: 'to ask the right person about it',
    kept: WITH_ORGANIZATION,
    tables: ['api_keys', 'integrations', 'policy_impacts'],
  },
  {
    data: 'ids of people in the audit chain, in versions of policies and guardrails and in proposals; never a name',
    of: 'members who change or answer something',
    purpose: 'to prove what happened',
    kept: WITH_ORGANIZATION,
    tables: ['audit_entries', 'policy_set_versions', 'guardrail_versions', 'proposals'],
  },
  {
    data: 'name, e-mail address, company and message',
    of: 'people who use the contact form',
    purpose: 'to answer them',
    kept: `${LEADS_KEPT_MONTHS} months`,
    tables: ['leads'],
  },
];
