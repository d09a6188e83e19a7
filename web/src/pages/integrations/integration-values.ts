// SPDX-License-Identifier: Apache-2.0
/** The values of the form of an integration, and what is sent of them. Empty secrets keep the stored ones. */
import type {
  CredentialType,
  GivenCredential,
  Integration,
  IntegrationChange,
  IntegrationCreation,
  IntegrationProvider,
  ShownCredential,
  TicketMethod,
} from '@svc/contract';

/** A kind, or a system by its provider; empty for a chat without one, which a file made. */
export type FormKind = 'HTTP' | IntegrationProvider | 'TICKET' | '';

/** `KEEP`: the stored credential stays as it is. */
export type CredentialChoice = CredentialType | 'NONE' | 'KEEP';

export interface IntegrationFormValues {
  name: string;
  kind: string;
  /** One host a line. */
  allowedHosts: string;
  credential: string;
  header: string;
  parameter: string;
  scheme: string;
  username: string;
  tokenUrl: string;
  clientId: string;
  scope: string;
  secret: string;
  botToken: string;
  signingSecret: string;
  channel: string;
  appId: string;
  tenantId: string;
  clientSecret: string;
  token: string;
  project: string;
  issueType: string;
  table: string;
  repository: string;
  closeWith: string;
  routingKey: string;
  url: string;
  method: string;
  updateUrl: string;
  replaceHeaders: boolean;
  /** `name: value`, one a line. */
  headers: string;
  bodyTemplate: string;
}

export const NEW_VALUES: IntegrationFormValues = {
  name: '',
  kind: 'HTTP',
  allowedHosts: '',
  credential: 'API_KEY_HEADER',
  header: 'X-Api-Key',
  parameter: 'api_key',
  scheme: 'Bearer',
  username: '',
  tokenUrl: '',
  clientId: '',
  scope: '',
  secret: '',
  botToken: '',
  signingSecret: '',
  channel: '',
  appId: '',
  tenantId: '',
  clientSecret: '',
  token: '',
  project: '',
  issueType: 'Task',
  table: 'incident',
  repository: '',
  closeWith: '',
  routingKey: '',
  url: '',
  method: 'POST',
  updateUrl: '',
  replaceHeaders: true,
  headers: '',
  bodyTemplate: '',
};

const ADDRESSES: { readonly [Kind in FormKind]?: string } = {
  GITHUB: 'https://api.github.com',
  PAGERDUTY: 'https://events.pagerduty.com',
};

/** With the address of a system that has one for all. */
export const newValues = (kind: FormKind): IntegrationFormValues => ({
  ...NEW_VALUES,
  kind,
  url: ADDRESSES[kind] ?? '',
});

function kindOf({ kind, provider }: Pick<Integration, 'kind' | 'provider'>): FormKind {
  return provider ?? (kind === 'HTTP' || kind === 'TICKET' ? kind : '');
}

const KIND_OF: Readonly<Record<IntegrationProvider, IntegrationCreation['kind']>> = {
  SLACK: 'CHAT_WEBHOOK',
  TEAMS: 'CHAT_WEBHOOK',
  INCOMING_WEBHOOK: 'CHAT_WEBHOOK',
  JIRA: 'TICKET',
  SERVICENOW: 'TICKET',
  GITHUB: 'TICKET',
  PAGERDUTY: 'INCIDENT',
};

export function valuesOf(integration: Integration): IntegrationFormValues {
  const { name, allowedHosts, credential, channel, url, method, updateUrl, headerNames, bodyTemplate } = integration;
  const kind = kindOf(integration);
  return {
    ...NEW_VALUES,
    name,
    kind,
    allowedHosts: allowedHosts.join('\n'),
    credential: credential === null ? 'NONE' : 'KEEP',
    channel: channel ?? '',
    ...knownOf(integration),
    url: kind === 'INCOMING_WEBHOOK' ? '' : (url ?? ''),
    method: method ?? 'POST',
    updateUrl: updateUrl ?? '',
    replaceHeaders: (headerNames ?? []).length === 0,
    bodyTemplate: bodyTemplate ?? '',
  };
}

/** The fields of known systems, as they are stored. */
function knownOf(integration: Integration) {
  const { appId, tenantId, username, project, issueType, table, repository, closeWith } = integration;
  return {
    appId: appId ?? '',
    tenantId: tenantId ?? '',
    username: username ?? '',
    project: project ?? '',
    issueType: issueType ?? '',
    table: table ?? '',
    repository: repository ?? '',
    closeWith: closeWith ?? '',
  };
}

export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** @returns null when a line is no `name: value` */
export function headersOf(text: string): { name: string; value: string }[] | null {
  const headers = linesOf(text).map((line) => /^([^:\s]+):\s*(\S.*)$/.exec(line));
  if (headers.some((match) => match === null)) return null;
  return headers.map((match) => ({ name: match?.[1] ?? '', value: match?.[2] ?? '' }));
}

export function creationOf(values: IntegrationFormValues): IntegrationCreation {
  const { name, kind } = values;
  const settings = settingsOf(values);
  const isKind = kind === 'HTTP' || kind === 'TICKET';
  return {
    name: name.trim(),
    ...(isKind ? { kind } : { kind: KIND_OF[kind as IntegrationProvider], provider: kind as IntegrationProvider }),
    ...settings,
  };
}

/** A secret goes with the change where it is to reach further than it did. */
export function changeOf(values: IntegrationFormValues, stored: Integration): IntegrationChange {
  const settings = settingsOf(values);
  const { credential } = stored;
  return {
    name: values.name.trim(),
    ...settings,
    ...(reachesFurther(values, stored) && credential !== null && { credential: sameAs(credential, values) }),
    ...(leadsElsewhere(values, stored) && { headers: headersOf(values.headers) ?? [] }),
  };
}

/** The form of the stored credential, with the secret that was entered. */
function sameAs(stored: ShownCredential, values: IntegrationFormValues): GivenCredential {
  const { type: credential, header = '', name: parameter = '', scheme = '', username = '' } = stored;
  const { tokenUrl = '', clientId = '', scope } = stored;
  const form = { credential, header, parameter, scheme, username, tokenUrl, clientId, scope: scope ?? '' };
  return credentialOf({ ...values, ...form });
}

/** The stored credential is kept, and would go to a host that it was not given for. */
export function reachesFurther(values: IntegrationFormValues, stored: Integration | null): boolean {
  if (stored === null || values.kind !== 'HTTP' || values.credential !== 'KEEP') return false;
  const wildcards = stored.allowedHosts.filter((host) => host.startsWith('*.')).map((host) => host.slice(1));
  return linesOf(values.allowedHosts)
    .map((host) => host.toLowerCase())
    .some((host) => !stored.allowedHosts.includes(host) && !wildcards.some((end) => host.endsWith(end)));
}

/** The stored headers of a ticket system would go to another place than before. */
export function leadsElsewhere(values: IntegrationFormValues, stored: Integration | null): boolean {
  if (stored === null || values.kind !== 'TICKET' || (stored.headerNames ?? []).length === 0) return false;
  const known = [stored.url, stored.updateUrl].map((address) => originOf(address ?? ''));
  return [values.url, values.updateUrl].map(originOf).some((origin) => origin !== null && !known.includes(origin));
}

function originOf(address: string): string | null {
  return URL.canParse(address.trim()) ? new URL(address.trim()).origin : null;
}

function settingsOf(values: IntegrationFormValues): Omit<IntegrationChange, 'name' | 'updatedAt'> {
  const { allowedHosts, credential, botToken, signingSecret, channel, url, updateUrl } = values;
  switch (values.kind as FormKind) {
    case 'HTTP':
      return {
        allowedHosts: linesOf(allowedHosts),
        ...(credential !== 'KEEP' && { credential: credential === 'NONE' ? null : credentialOf(values) }),
      };
    case 'SLACK':
      return {
        channel: channel.trim(),
        ...(botToken !== '' && { botToken: botToken.trim() }),
        ...(signingSecret !== '' && { signingSecret: signingSecret.trim() }),
      };
    case 'INCOMING_WEBHOOK':
      return url.trim() === '' ? {} : { url: url.trim() };
    case 'TICKET':
      return {
        url: url.trim(),
        method: values.method as TicketMethod,
        updateUrl: updateUrl.trim() || null,
        bodyTemplate: values.bodyTemplate,
        ...(values.replaceHeaders && { headers: headersOf(values.headers) ?? [] }),
      };
    case '':
      return {};
    default:
      return knownSettingsOf(values);
  }
}

/** Empty secrets keep the stored ones. */
function knownSettingsOf(values: IntegrationFormValues): Omit<IntegrationChange, 'name' | 'updatedAt'> {
  const { appId, tenantId, channel, clientSecret, token, routingKey, username, closeWith } = values;
  const url = values.url.trim();
  const secret = token === '' ? {} : { token: token.trim() };
  const ends = { closeWith: closeWith.trim() || null };
  switch (values.kind as FormKind) {
    case 'TEAMS':
      return {
        appId: appId.trim(),
        tenantId: tenantId.trim(),
        channel: channel.trim(),
        ...(clientSecret !== '' && { clientSecret: clientSecret.trim() }),
      };
    case 'JIRA': {
      const fields = { project: values.project.trim(), issueType: values.issueType.trim() || 'Task' };
      return { url, username: username.trim(), ...secret, ...fields, ...ends };
    }
    case 'SERVICENOW':
      return { url, username: username.trim(), ...secret, table: values.table.trim() || 'incident', ...ends };
    case 'GITHUB':
      return { url, repository: values.repository.trim(), ...secret };
    case 'PAGERDUTY':
      return { url, ...(routingKey !== '' && { routingKey: routingKey.trim() }) };
    default:
      return {};
  }
}

function credentialOf(values: IntegrationFormValues): GivenCredential {
  const { header, parameter, scheme, username, tokenUrl, clientId, scope, secret } = values;
  const type = values.credential as CredentialType;
  switch (type) {
    case 'API_KEY_HEADER':
      return { type, secret, ...(header.trim() !== '' && { header: header.trim() }) };
    case 'QUERY_PARAM':
      return { type, secret, ...(parameter.trim() !== '' && { name: parameter.trim() }) };
    case 'AUTHORIZATION':
      return { type, secret, ...(scheme.trim() !== '' && { scheme: scheme.trim() }) };
    case 'BASIC':
      return { type, secret, username: username.trim() };
    case 'OAUTH2_CLIENT_CREDENTIALS':
      return { type, secret, tokenUrl: tokenUrl.trim(), clientId: clientId.trim(), scope: scope.trim() || null };
  }
}
