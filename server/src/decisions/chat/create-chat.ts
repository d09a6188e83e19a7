// SPDX-License-Identifier: Apache-2.0
/** The chat of one process: what it sends, what it answers, and its part of the guarded client. */
import { createEgress, type EgressOptions } from '../../outgoing/egress/index.ts';
import { Places, SHARED_PLACES } from '../../platform/shares/index.ts';
import { createInteractions, type Interactions } from './interactions.ts';
import { type ChatOptions, sendDuePosts } from './send-due.ts';

export const SLACK_API = 'https://slack.com/api';

export interface Chat extends Interactions {
  /** Brings messages and tickets up to date with their reviews. */
  sendDue(signal: AbortSignal): Promise<void>;
  /** Ends the calls under way, after what follows an answer. */
  close(): Promise<void>;
}

/** @param slackApi a replacement of tests for Slack's Web API */
export function createChat(
  options: Omit<ChatOptions, 'egress' | 'slackApi'>,
  { slackApi = SLACK_API, ...egressOptions }: EgressOptions & { slackApi?: string | undefined },
): Chat {
  const egress = createEgress(egressOptions);
  const whole = { ...options, egress, slackApi };
  const places = new Places(SHARED_PLACES.chatMessages);
  const interactions = createInteractions(whole);
  return {
    ...interactions,
    sendDue: (signal) => sendDuePosts(whole, places, signal),
    async close() {
      await interactions.drained();
      await egress.close();
    },
  };
}
