// SPDX-License-Identifier: Apache-2.0
/**
 * Tries a chat or a ticket system. Asking writes nothing there: Slack tells whether it takes token and channel, and any
 * other address is read by GET, which receivers of messages refuse. A test writes one message, or opens one ticket.
 */
import { randomUUID } from 'node:crypto';
import type { UpstreamCheck } from '@svc/contract';
import type { EgressRequest } from '../../../outgoing/egress/index.ts';
import { type IntegrationValues, secretsOf } from '../../../registry/integrations/index.ts';
import { failureOf, filledTemplate, testText, testValues } from '../../chat/index.ts';
import { CredentialFault } from '../http/opened-credentials.ts';
import { CHECK_TIMEOUT_MS } from '../limits.ts';
import { type Found, foundBy } from './found.ts';
import { tryKnown } from './known-system.ts';
import { askSlack, type TestMessage, type Tried, type Trying, USER_AGENT, writeToSlack } from './slack.ts';

type Settings = NonNullable<IntegrationValues['settings']>;
type Secrets = ReturnType<typeof secretsOf>;
type Call = Pick<EgressRequest, 'method' | 'headers' | 'carriesCredential'> & { url: string; body?: string };

/**
 * @param test null to ask alone
 * @returns null for a chat of which no provider is known
 */
export async function tryChatOrTicket(
  trying: Trying,
  integration: IntegrationValues,
  test: TestMessage | null,
): Promise<UpstreamCheck | null> {
  const { settings } = integration;
  if (settings === null) return null;
  return {
    ...(await tried(trying, settings, secretsOf(integration), test)),
    host: hostOf(trying, settings),
    withCredential: hasSecrets(settings),
  };
}

function hostOf({ slackApi, teams }: Trying, settings: Settings): string {
  if (settings.provider === 'SLACK') return new URL(slackApi).host;
  return new URL(settings.provider === 'TEAMS' ? teams.connector : settings.url).host;
}

async function tried(trying: Trying, settings: Settings, secrets: Secrets, test: TestMessage | null): Promise<Tried> {
  if (settings.provider === 'SLACK') {
    const { botToken } = secrets;
    if (botToken === undefined) return { ...(await foundBy(credentialLost)), messageFault: null };
    if (test === null) return await askSlack(trying, botToken, settings.channel);
    return await writeToSlack(trying, botToken, settings.channel, testText(test.language, test.baseUrl));
  }
  if (settings.provider !== null && settings.provider !== 'INCOMING_WEBHOOK') {
    return await tryKnown(trying, settings, secrets, test);
  }
  const found = await foundBy(async () => {
    const call = test === null ? askingCall(settings, secrets) : writingCall(settings, secrets, test, trying.nowMs);
    return await trying.egress.request({
      ...call,
      timeoutMs: CHECK_TIMEOUT_MS,
      bodyBytesMax: 0,
      owner: trying.caller.organizationId,
      privateNetworks: trying.caller.privateNetworks,
    });
  });
  return { ...found, messageFault: test === null ? null : refusalOf(settings, found) };
}

async function credentialLost(): Promise<never> {
  throw new CredentialFault('credential not available');
}

/** A receiver has taken a message only when it says so. */
function refusalOf({ provider }: Other, { status }: Found): Tried['messageFault'] {
  if (status === null || (status >= 200 && status < 300)) return null;
  return failureOf(provider ?? 'TICKET', `status_${status}`).fault;
}

type Other = Extract<Settings, { provider: 'INCOMING_WEBHOOK' | null }>;

/** @throws CredentialFault when its secrets cannot be opened any more */
function askingCall(settings: Other, secrets: Secrets): Call {
  const { url, headers } = addressOf(settings, secrets);
  return {
    method: 'GET',
    url,
    headers: { Accept: '*/*', 'User-Agent': USER_AGENT, ...headers },
    carriesCredential: hasSecrets(settings),
  };
}

/** The forms in which reviews are told. @throws CredentialFault as above */
function writingCall(settings: Other, secrets: Secrets, { language, baseUrl }: TestMessage, nowMs: number): Call {
  const { url, headers } = addressOf(settings, secrets);
  const body =
    settings.provider === null
      ? filledTemplate(settings.bodyTemplate, testValues(language, baseUrl, new Date(nowMs)))
      : JSON.stringify({ text: testText(language, baseUrl) });
  const own = { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID(), 'User-Agent': USER_AGENT };
  const method = settings.provider === null ? settings.method : 'POST';
  return { method, url, headers: { ...own, ...headers }, body, carriesCredential: true };
}

const hasSecrets = (settings: Settings): boolean => settings.provider !== null || settings.headerNames.length > 0;

/** The whole address of a chat is a secret, and so are the headers of a ticket system. */
function addressOf(settings: Other, { url, headers = [] }: Secrets): { url: string; headers: Record<string, string> } {
  if (settings.provider === null) {
    if (headers.length !== settings.headerNames.length) throw new CredentialFault('credential not available');
    return { url: settings.url, headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])) };
  }
  if (url === undefined) throw new CredentialFault('credential not available');
  return { url, headers: {} };
}
