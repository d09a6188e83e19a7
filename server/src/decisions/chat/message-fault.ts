// SPDX-License-Identifier: Apache-2.0
/** The meaning of a failed attempt for people: what they have to mend, and whether anything helps before they do. */
import type { MessageFault } from '@svc/contract';
import type { Target } from './target.ts';

export interface Failure {
  /** Null for a system that asks to wait, which is no fault. */
  fault: MessageFault | null;
  /** It comes again with every attempt until a person mends the integration. */
  isFinal: boolean;
}

/** @param code of Slack, of an HTTP status, or of the guarded client */
export function failureOf(provider: Target['provider'], code: string): Failure {
  if (WAITING.has(code)) return { fault: null, isFinal: false };
  const fault = REFUSALS_OF[provider]?.get(code) ?? (provider === 'SLACK' ? undefined : refusalOfStatus(code));
  return fault === undefined ? { fault: 'NOT_DELIVERED', isFinal: false } : { fault, isFinal: true };
}

const WAITING: ReadonlySet<string> = new Set(['status_425', 'status_429', 'ratelimited', 'rate_limited']);

const SLACK_REFUSALS: ReadonlyMap<string, MessageFault> = new Map<string, MessageFault>([
  ['invalid_auth', 'TOKEN_REFUSED'],
  ['not_authed', 'TOKEN_REFUSED'],
  ['account_inactive', 'TOKEN_REFUSED'],
  ['token_expired', 'TOKEN_REFUSED'],
  ['token_revoked', 'TOKEN_REFUSED'],
  ['not_allowed_token_type', 'WRONG_TOKEN'],
  ['channel_not_found', 'CHANNEL_UNKNOWN'],
  ['is_archived', 'CHANNEL_UNKNOWN'],
  ['not_in_channel', 'NOT_IN_CHANNEL'],
  ['missing_scope', 'SCOPE_MISSING'],
  ['no_permission', 'SCOPE_MISSING'],
  ['restricted_action', 'WRITING_FORBIDDEN'],
  ['team_access_not_granted', 'ACCESS_NOT_GRANTED'],
]);

/** Bot Framework's connector: a bot that is not in the conversation, or may not write there, gets a 403. */
const TEAMS_REFUSALS: ReadonlyMap<string, MessageFault> = new Map<string, MessageFault>([
  ['status_403', 'NOT_IN_CHANNEL'],
  ['status_404', 'CHANNEL_UNKNOWN'],
]);

const JIRA_REFUSALS: ReadonlyMap<string, MessageFault> = new Map<string, MessageFault>([
  ['closing_unknown', 'CLOSING_UNKNOWN'],
]);

const REFUSALS_OF: { readonly [Provider in Target['provider']]?: ReadonlyMap<string, MessageFault> } = {
  SLACK: SLACK_REFUSALS,
  TEAMS: TEAMS_REFUSALS,
  JIRA: JIRA_REFUSALS,
};

/** Any other system refuses by its status. The connector says 412 of an update that came between. */
function refusalOfStatus(code: string): MessageFault | undefined {
  const [, status] = /^status_(4\d\d)$/.exec(code) ?? [];
  if (status === undefined || status === '408' || status === '412') return undefined;
  return REFUSAL_STATUSES.get(status) ?? 'MESSAGE_REFUSED';
}

const REFUSAL_STATUSES: ReadonlyMap<string, MessageFault> = new Map<string, MessageFault>([
  ['401', 'CREDENTIAL_REFUSED'],
  ['403', 'CREDENTIAL_REFUSED'],
  ['404', 'ADDRESS_GONE'],
  ['410', 'ADDRESS_GONE'],
]);
