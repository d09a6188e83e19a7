// SPDX-License-Identifier: Apache-2.0
/**
 * Where Microsoft's services for bots are, and what one process keeps of them. Microsoft's "Authentication with the Bot
 * Connector API" names the two for tokens and keys; its Teams guide on proactive messages names the connector.
 */
import type { Egress } from '../../../outgoing/egress/index.ts';
import type { Clock } from '../../../platform/clock/index.ts';
import { type ActivityKeys, createActivityKeys } from './activity-keys.ts';
import { type BotTokens, createBotTokens } from './bot-tokens.ts';

export interface BotFrameworkAddresses {
  /** Gives tokens to the bot, below the id of its tenant. */
  login: string;
  /** Takes the messages of the bot. */
  connector: string;
  /** Names the keys that sign activities. */
  metadata: string;
}

export const BOT_FRAMEWORK: BotFrameworkAddresses = {
  login: 'https://login.microsoftonline.com',
  connector: 'https://smba.trafficmanager.net/teams',
  metadata: 'https://login.botframework.com/v1/.well-known/openidconfiguration',
};

export interface BotFramework {
  addresses: BotFrameworkAddresses;
  tokens: BotTokens;
  keys: ActivityKeys;
}

export function createBotFramework(
  egress: Pick<Egress, 'request'>,
  clock: Clock,
  addresses: BotFrameworkAddresses,
): BotFramework {
  return {
    addresses,
    tokens: createBotTokens(addresses.login),
    keys: createActivityKeys(egress, clock, addresses.metadata),
  };
}
