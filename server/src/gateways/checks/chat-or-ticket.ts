/**
 * Tries a chat or a ticket system without writing there. Slack tells whether it takes the token. Any other address is
 * read by GET, which receivers of messages refuse.
 */
import type { UpstreamCheck, UpstreamFault } from '@svc/contract';
import type { Egress, EgressRequest } from '../../egress/index.ts';
import { type IntegrationValues, secretsOf } from '../../registry/integrations/index.ts';
import { CredentialFault } from '../http/opened-credentials.ts';
import { CHECK_BODY_BYTES_MAX, CHECK_TIMEOUT_MS } from '../limits.ts';
import { foundBy } from './found.ts';

const SLACK_TEST = 'https://slack.com/api/auth.test';

type Call = Pick<EgressRequest, 'method' | 'headers' | 'carriesCredential'> & { url: string };

/** @returns null for a chat of which no provider is known */
export async function askChatOrTicket(
  egress: Egress,
  { organizationId, privateNetworks }: { organizationId: string; privateNetworks: boolean },
  integration: IntegrationValues,
): Promise<UpstreamCheck | null> {
  const { settings } = integration;
  if (settings === null) return null;
  const isSlack = settings.provider === 'SLACK';
  const found = await foundBy(async () => {
    const response = await egress.request({
      ...callOf(integration),
      timeoutMs: CHECK_TIMEOUT_MS,
      bodyBytesMax: isSlack ? CHECK_BODY_BYTES_MAX : 0,
      owner: organizationId,
      privateNetworks,
    });
    return { ...response, fault: isSlack ? slackFault(response.body.toString('utf8')) : null };
  });
  const host = new URL(isSlack ? SLACK_TEST : settings.url).host;
  const withCredential = settings.provider !== null || settings.headerNames.length > 0;
  return { ...found, host, withCredential };
}

/** @throws CredentialFault when its secrets cannot be opened any more */
function callOf(integration: IntegrationValues): Call {
  const { settings } = integration;
  const { botToken, url, headers = [] } = secretsOf(integration);
  if (settings?.provider === null) {
    if (headers.length !== settings.headerNames.length) throw new CredentialFault('credential not available');
    const given = Object.fromEntries(headers.map(({ name, value }) => [name, value]));
    const all = { Accept: '*/*', 'User-Agent': USER_AGENT, ...given };
    return { method: 'GET', url: settings.url, headers: all, carriesCredential: headers.length > 0 };
  }
  const secret = settings?.provider === 'SLACK' ? botToken : url;
  if (secret === undefined) throw new CredentialFault('credential not available');
  const common = { Accept: '*/*', 'User-Agent': USER_AGENT };
  return settings?.provider === 'SLACK'
    ? {
        method: 'POST',
        url: SLACK_TEST,
        headers: { ...common, Authorization: `Bearer ${secret}` },
        carriesCredential: true,
      }
    : { method: 'GET', url: secret, headers: common, carriesCredential: true };
}

const USER_AGENT = 'Svc-Check/1.0';

/** Slack answers 200 to a token that it does not know, and says so in the body. */
export function slackFault(body: string): UpstreamFault | null {
  try {
    const answer = JSON.parse(body) as { ok?: unknown } | null;
    return answer?.ok === true ? null : 'TOKEN_REFUSED';
  } catch {
    return 'INVALID_RESPONSE';
  }
}
