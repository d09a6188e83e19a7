// SPDX-License-Identifier: Apache-2.0
/** Calls of Slack's Web API by which a person tries an integration. */
import type { Language, MessageFault } from '@svc/contract';
import type pg from 'pg';
import type { Egress, EgressRequest } from '../../../outgoing/egress/index.ts';
import { type BotFrameworkAddresses, failureOf, slackAnswerOf } from '../../chat/index.ts';
import { CHECK_BODY_BYTES_MAX, CHECK_TIMEOUT_MS } from '../limits.ts';
import { type Found, foundBy } from './found.ts';

export interface Trying {
  egress: Egress;
  slackApi: string;
  teams: BotFrameworkAddresses;
  pool: Pick<pg.Pool, 'clock'>;
  nowMs: number;
  caller: { organizationId: string; privateNetworks: boolean };
}

/** The language of a test, and the address that its link begins with. */
export interface TestMessage {
  language: Language;
  baseUrl: string;
}

export type Tried = Found & { messageFault: MessageFault | null };

/** A channel by its id: history is not read by name. */
const CHANNEL_ID = /^[CDG][A-Z0-9]{6,}$/;

/** Whether Slack takes the token, and shows the app the channel. The call asks for messages of the future alone. */
export async function askSlack(trying: Trying, botToken: string, channel: string): Promise<Tried> {
  const token = await callMethod(trying, botToken, 'auth.test', {});
  if (token.status !== 200 || token.fault !== null || token.messageFault !== null) return token;
  if (!CHANNEL_ID.test(channel)) return token;
  const oldest = String(Math.ceil(trying.nowMs / 1_000) + 60);
  const history = await callMethod(trying, botToken, 'conversations.history', { channel, oldest, limit: 1 });
  return { ...history, latencyMs: token.latencyMs + history.latencyMs };
}

/** One message that nothing follows. */
export async function writeToSlack(trying: Trying, botToken: string, channel: string, text: string): Promise<Tried> {
  return await callMethod(trying, botToken, 'chat.postMessage', { channel, text });
}

async function callMethod(
  { egress, slackApi, caller }: Trying,
  botToken: string,
  method: string,
  body: object,
): Promise<Tried> {
  let messageFault: MessageFault | null = null;
  const found = await foundBy(async () => {
    const request: EgressRequest & { url: string } = {
      method: 'POST',
      url: `${slackApi}/${method}`,
      headers: {
        Accept: '*/*',
        Authorization: `Bearer ${botToken}`,
        'Content-Type': 'application/json; charset=utf-8',
        'User-Agent': USER_AGENT,
      },
      body: JSON.stringify(body),
      carriesCredential: true,
      timeoutMs: CHECK_TIMEOUT_MS,
      bodyBytesMax: CHECK_BODY_BYTES_MAX,
      owner: caller.organizationId,
      privateNetworks: caller.privateNetworks,
    };
    const response = await egress.request(request);
    if (response.status !== 200) return response;
    const code = slackAnswerOf(response.body.toString('utf8'));
    if (code === null) return { ...response, fault: 'INVALID_RESPONSE' as const };
    messageFault = code === 'ok' ? null : (failureOf('SLACK', code).fault ?? 'NOT_DELIVERED');
    return response;
  });
  return { ...found, messageFault };
}

export const USER_AGENT = 'Svc-Check/1.0';
