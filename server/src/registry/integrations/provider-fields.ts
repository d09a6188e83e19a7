// SPDX-License-Identifier: Apache-2.0
/**
 * The fields of each provider that has its own: settings in clear, and secrets. One table holds how a field is checked,
 * its normal form, and its default.
 */
import { type FieldFault, fieldFault, type IntegrationProvider } from '@svc/contract';
import { readWebAddress } from '../../outgoing/egress/index.ts';
import { invalid } from '../../platform/errors/index.ts';
import { headerTextFault, plainTextFault } from '../credentials/index.ts';

/** A chat with an incoming webhook has its address for a secret, and is read by itself. */
export type OwnFieldsProvider = Exclude<IntegrationProvider, 'INCOMING_WEBHOOK'>;

export type ProviderSettings =
  | { provider: 'SLACK'; channel: string }
  | { provider: 'TEAMS'; appId: string; tenantId: string; channel: string }
  | {
      provider: 'JIRA';
      url: string;
      username: string;
      project: string;
      issueType: string;
      closeWith: string | null;
    }
  | { provider: 'SERVICENOW'; url: string; username: string; table: string; closeWith: string | null }
  | { provider: 'GITHUB'; url: string; repository: string }
  | { provider: 'PAGERDUTY'; url: string };

const SECRETS = ['botToken', 'signingSecret', 'clientSecret', 'token', 'routingKey'] as const;
type SecretField = (typeof SECRETS)[number];
export type ProviderSecrets = Partial<Record<SecretField, string>>;
type FieldsIn<Settings> = Settings extends unknown ? Exclude<keyof Settings, 'provider'> : never;
type SettingField = FieldsIn<ProviderSettings>;

export type ProviderField = SecretField | SettingField;

interface Rule {
  /** @returns the normal form @throws ApiError 400 */
  read(field: string, value: string): string;
  /** The value of a new integration. Null: nothing is needed; undefined: it must be given. */
  byDefault?: string | null;
}

const checked = (faultOf: (value: string) => FieldFault | null): Rule['read'] => {
  return (field, value) => {
    const fault = faultOf(value);
    if (fault !== null) throw invalid(field, fault);
    return value;
  };
};

const like = (pattern: RegExp, example: string): Rule['read'] =>
  checked((value) => (pattern.test(value) ? null : fieldFault('NOT_LIKE', { example })));

/** Paths are joined to it, so that it has neither a query nor a slash at its end. */
function readBase(field: string, value: string): string {
  const { href, fault } = readWebAddress(value);
  if (href === undefined) throw invalid(field, fault);
  const { origin, pathname, search } = new URL(href);
  if (search !== '') throw invalid(field, fieldFault('HAS_QUERY'));
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

/** Teams gives people a link to a channel, which holds its id. */
function readTeamsChannel(field: string, value: string): string {
  const [, quoted] = /\/l\/channel\/([^/?#]+)/.exec(value) ?? [];
  return TEAMS_CHANNEL(field, quoted === undefined ? value : unquoted(quoted));
}

const TEAMS_CHANNEL = like(/^19:[\w.-]{1,200}@thread\.(?:tacv2|skype)$/, '19:…@thread.tacv2');

function unquoted(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The password may hold anything; a colon would end the user name (RFC 7617). */
const readUsername = checked((value) => (value.includes(':') ? fieldFault('HAS_COLON') : plainTextFault(value)));

const PLAIN: Rule = { read: checked(plainTextFault) };
const HEADER_TEXT: Rule = { read: checked(headerTextFault) };
const ID: Rule = { read: (_field, value) => value.toLowerCase() };
const ADDRESS: Rule = { read: readBase };
const OPTIONAL: Rule = { ...PLAIN, byDefault: null };

type RulesOf = { readonly [Field in ProviderField]?: Rule };

const RULES: Readonly<Record<OwnFieldsProvider, RulesOf>> = {
  SLACK: { botToken: HEADER_TEXT, signingSecret: PLAIN, channel: PLAIN },
  TEAMS: { clientSecret: PLAIN, appId: ID, tenantId: ID, channel: { read: readTeamsChannel } },
  JIRA: {
    token: PLAIN,
    url: ADDRESS,
    username: { read: readUsername },
    project: { read: like(/^[A-Z][A-Z0-9_]{1,99}$/, 'OPS') },
    issueType: { ...PLAIN, byDefault: 'Task' },
    closeWith: OPTIONAL,
  },
  SERVICENOW: {
    token: PLAIN,
    url: ADDRESS,
    username: { read: readUsername },
    table: { read: like(/^[a-z][a-z0-9_]{0,79}$/, 'incident'), byDefault: 'incident' },
    closeWith: OPTIONAL,
  },
  GITHUB: {
    token: HEADER_TEXT,
    url: { ...ADDRESS, byDefault: 'https://api.github.com' },
    repository: { read: like(/^(?!\.{1,2}\/)[\w.-]+\/(?!\.{1,2}$)[\w.-]+$/, 'owner/name') },
  },
  PAGERDUTY: { routingKey: PLAIN, url: { ...ADDRESS, byDefault: 'https://events.pagerduty.com' } },
};

export const fieldsOfProvider = (provider: OwnFieldsProvider): ProviderField[] =>
  Object.keys(RULES[provider]) as ProviderField[];

const isSecret = (field: string): field is SecretField => (SECRETS as readonly string[]).includes(field);

type Given = { readonly [Field in ProviderField]?: string | null | undefined };

/**
 * @param stored the settings and opened secrets of before; empty for a new one
 * @throws ApiError 400 for a missing field, and for one against its rule
 */
export function readProviderFields(
  provider: OwnFieldsProvider,
  given: Given,
  stored: Given,
): { settings: ProviderSettings; secrets: ProviderSecrets } {
  const settings: Record<string, string | null> = { provider };
  const secrets: ProviderSecrets = {};
  for (const [field, { read, byDefault }] of Object.entries(RULES[provider])) {
    const name = field as ProviderField;
    const value = given[name] === undefined ? (stored[name] ?? byDefault) : given[name];
    if (value === undefined || (value === null && byDefault !== null)) throw invalid(field, fieldFault('MISSING'));
    const whole = value === null ? null : read(field, value);
    if (isSecret(name)) secrets[name] = whole ?? '';
    else settings[name] = whole;
  }
  return { settings: settings as unknown as ProviderSettings, secrets };
}
