// SPDX-License-Identifier: Apache-2.0
/** The table of systems that reviews are told in. */
import { incomingChat } from './incoming-chat.ts';
import { pagerDuty } from './pager-duty.ts';
import type { Caller, CallResult } from './slack-calls.ts';
import { slackChat } from './slack-chat.ts';
import type { AskedSystem, System, SystemCalling, Told } from './system.ts';
import type { Target, TargetOf } from './target.ts';
import { teamsChat } from './teams/teams-chat.ts';
import { templateTicket } from './template-ticket.ts';
import { gitHub } from './tickets/git-hub.ts';
import { jira } from './tickets/jira.ts';
import { serviceNow } from './tickets/service-now.ts';

type Provider = Target['provider'];

const ASKED = {
  TEAMS: teamsChat,
  JIRA: jira,
  SERVICENOW: serviceNow,
  GITHUB: gitHub,
  PAGERDUTY: pagerDuty,
} satisfies { [P in Provider]?: AskedSystem<TargetOf<P>> };

const SYSTEMS: { readonly [P in Provider]: System<TargetOf<P>> } = {
  SLACK: slackChat,
  INCOMING_WEBHOOK: incomingChat,
  TICKET: templateTicket,
  ...ASKED,
};

/** The row of a target: it takes targets of this provider alone. */
export const systemOf = (target: Target): System<Target> => SYSTEMS[target.provider] as System<Target>;

/** @param told null to ask alone @returns null for a system that cannot be asked so */
export async function trySystem(
  calling: SystemCalling,
  target: Target,
  caller: Caller,
  told: Told | null,
): Promise<CallResult<unknown> | null> {
  if (!isAsked(target.provider)) return null;
  const system = ASKED[target.provider] as AskedSystem<Target>;
  return told === null ? await system.ask(calling, target, caller) : await system.tell(calling, target, caller, told);
}

const isAsked = (provider: Provider): provider is keyof typeof ASKED => Object.hasOwn(ASKED, provider);
