// SPDX-License-Identifier: Apache-2.0
/** The chat of one process: what it sends, what it answers, and its part of the guarded client. */
import { createEgress, type EgressOptions } from '../../outgoing/egress/index.ts';
import { Places, SHARED_PLACES } from '../../platform/shares/index.ts';
import { createInteractions, type Interactions } from './interactions.ts';
import { type ChatOptions, sendDuePosts } from './send-due.ts';
import { type ActivityRequest, handleActivity } from './teams/activities.ts';
import { BOT_FRAMEWORK, type BotFrameworkAddresses, createBotFramework } from './teams/bot-framework.ts';

export const SLACK_API = 'https://slack.com/api';

/** Replacements of tests for services that have one address for all. */
export interface ChatAddresses {
  slackApi?: string | undefined;
  teams?: BotFrameworkAddresses | undefined;
}

export interface Chat extends Interactions {
  /** An activity of Teams. @returns the body of the answer; null for an empty one @throws ApiError as `handle` */
  handleActivity(request: ActivityRequest): Promise<object | null>;
  /** Brings messages and tickets up to date with their reviews. */
  sendDue(signal: AbortSignal): Promise<void>;
  /** Ends the calls under way, after what follows an answer. */
  close(): Promise<void>;
}

export function createChat(
  options: Omit<ChatOptions, 'egress' | 'slackApi' | 'teams'>,
  { slackApi = SLACK_API, teams = BOT_FRAMEWORK, ...egressOptions }: EgressOptions & ChatAddresses,
): Chat {
  const egress = createEgress(egressOptions);
  const whole = { ...options, egress, slackApi, teams: createBotFramework(egress, options.pool.clock, teams) };
  const places = new Places(SHARED_PLACES.chatMessages);
  const interactions = createInteractions(whole);
  return {
    ...interactions,
    handleActivity: (request) => handleActivity(whole, request),
    sendDue: (signal) => sendDuePosts(whole, places, signal),
    async close() {
      await interactions.drained();
      await egress.close();
    },
  };
}
