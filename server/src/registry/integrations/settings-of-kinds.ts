// SPDX-License-Identifier: Apache-2.0
/**
 * The values of integrations with a chat and with a ticket system: settings in clear, and secrets, which are sealed as
 * one JSON text.
 */

import {
  CHAT_PROVIDERS,
  type FieldFault,
  fieldFault,
  INCIDENT_PROVIDERS,
  type IntegrationChange,
  type IntegrationCreation,
  type IntegrationProvider,
  TICKET_PROVIDERS,
  type TicketMethod,
} from '@svc/contract';
import { TICKET_TEMPLATE_VALUES_MAX } from '@svc/contract/limits';
import { readWebAddress, shownAddress } from '../../outgoing/egress/index.ts';
import { invalid } from '../../platform/errors/index.ts';
import { headerNameFault, headerTextFault } from '../credentials/index.ts';
import {
  fieldsOfProvider,
  type OwnFieldsProvider,
  type ProviderSecrets,
  type ProviderSettings,
  readProviderFields,
} from './provider-fields.ts';

export type IntegrationSettings =
  | ProviderSettings
  /** Scheme and host alone: what follows in the address of a chat is its secret. */
  | { provider: 'INCOMING_WEBHOOK'; url: string }
  | {
      provider: null;
      url: string;
      updateUrl: string | null;
      method: TicketMethod;
      headerNames: string[];
      bodyTemplate: string;
    };

/** The settings and the secrets, in memory only. */
export interface KindValues {
  settings: IntegrationSettings | null;
  secret: string | null;
}

type Given = Omit<IntegrationChange, 'updatedAt' | 'name'>;
type Field = keyof Given;

/** Fields of a chat or ticket system in a file. A field that the file leaves out keeps its stored value. */
export type KindFields = {
  readonly [Name in Exclude<Field, 'allowedHosts' | 'credential'> | 'provider']?: IntegrationCreation[Name] | undefined;
};

const HTTP_FIELDS: readonly Field[] = ['allowedHosts', 'credential'];
const INCOMING_FIELDS: readonly Field[] = ['url'];
const TICKET_FIELDS: readonly Field[] = ['url', 'method', 'headers', 'bodyTemplate', 'updateUrl'];

const PROVIDERS_OF: Readonly<Record<IntegrationCreation['kind'], readonly IntegrationProvider[]>> = {
  HTTP: [],
  CHAT_WEBHOOK: CHAT_PROVIDERS,
  TICKET: TICKET_PROVIDERS,
  INCIDENT: INCIDENT_PROVIDERS,
};
/** A ticket system without a provider gets the request that people wrote. */
const NEEDS_NONE: readonly IntegrationCreation['kind'][] = ['HTTP', 'TICKET'];

/** @throws ApiError 400 for a kind without its provider, and a provider of another kind */
export function refuseProvider(kind: IntegrationCreation['kind'], provider: IntegrationCreation['provider']): void {
  if (provider === undefined) {
    if (!NEEDS_NONE.includes(kind)) throw invalid('provider', fieldFault('MISSING'));
  } else if (!PROVIDERS_OF[kind].includes(provider)) {
    throw invalid('provider', fieldFault('OTHER_KINDS_PROVIDER', { kind }));
  }
}

type Target = 'HTTP' | IntegrationProvider | 'TICKET' | null;

function fieldsOf(target: NonNullable<Target>): readonly Field[] {
  switch (target) {
    case 'HTTP':
      return HTTP_FIELDS;
    case 'INCOMING_WEBHOOK':
      return INCOMING_FIELDS;
    case 'TICKET':
      return TICKET_FIELDS;
    default:
      return fieldsOfProvider(target);
  }
}

/** @throws ApiError 400 for a field of another kind or provider */
function refuseForeign(given: Given, target: Target): void {
  const allowed = target === null ? [] : fieldsOf(target);
  const foreign = (Object.keys(given) as Field[]).find(
    (field) => given[field] !== undefined && !allowed.includes(field),
  );
  if (foreign === undefined) return;
  const whose = target === null ? 'a chat without a provider, which a file made' : target;
  throw invalid(foreign, fieldFault('FOREIGN_FIELD', { whose }));
}

/**
 * @param before the stored values; undefined for a new integration, which needs every field that has no default
 * @throws ApiError 400
 */
export function readKindValues(
  { kind, provider = null }: { kind: IntegrationCreation['kind']; provider?: IntegrationCreation['provider'] | null },
  given: Given,
  before: KindValues | undefined,
): KindValues {
  const target = provider ?? (kind === 'HTTP' || kind === 'TICKET' ? kind : null);
  refuseForeign(given, target);
  if (before !== undefined && Object.values(given).every((value) => value === undefined)) return before;
  switch (target) {
    case 'HTTP':
    case null:
      return before ?? { settings: null, secret: null };
    case 'INCOMING_WEBHOOK':
      return incomingValues(given, before);
    case 'TICKET':
      return ticketValues(given, before);
    default:
      return providerValues(target, given, before);
  }
}

function providerValues(provider: OwnFieldsProvider, given: Given, before: KindValues | undefined): KindValues {
  const stored = before?.settings?.provider === provider ? before.settings : {};
  const { headers: _headers, ...kept } = secretsOf(before);
  const { settings, secrets } = readProviderFields(provider, given, { ...kept, ...stored });
  return { settings, secret: JSON.stringify(secrets) };
}

function incomingValues(given: Given, before: KindValues | undefined): KindValues {
  const url = addressOf(
    'url',
    needed('url', given.url ?? secretsOf(before).url, () => null),
  );
  return { settings: { provider: 'INCOMING_WEBHOOK', url: shownAddress(url) }, secret: JSON.stringify({ url }) };
}

function ticketValues(given: Given, before: KindValues | undefined): KindValues {
  const stored = before?.settings?.provider === null ? before.settings : undefined;
  const url = addressOf(
    'url',
    needed('url', given.url ?? stored?.url, () => null),
  );
  const updateUrl = given.updateUrl === undefined ? (stored?.updateUrl ?? null) : given.updateUrl;
  const bodyTemplate = needed('bodyTemplate', given.bodyTemplate ?? stored?.bodyTemplate, templateFault);
  const headers = given.headers === undefined ? undefined : headersOf(given.headers);
  return {
    settings: {
      provider: null,
      url,
      updateUrl: updateUrl === null ? null : addressOf('updateUrl', updateUrl),
      method: given.method ?? stored?.method ?? 'POST',
      headerNames: headers?.map(({ name }) => name) ?? stored?.headerNames ?? [],
      bodyTemplate,
    },
    secret:
      headers === undefined ? (before?.secret ?? null) : headers.length === 0 ? null : JSON.stringify({ headers }),
  };
}

/**
 * The values after a file was applied.
 * @throws ApiError 400 for a field of another kind, a missing one, and another provider than the stored one
 */
export function kindValuesOfFile(
  kind: IntegrationCreation['kind'],
  { provider: said, ...fields }: KindFields,
  stored: KindValues | undefined,
): KindValues {
  // Earlier files could name a chat or a ticket system without saying more.
  const before = stored?.settings == null ? undefined : stored;
  const known = before?.settings?.provider ?? undefined;
  const provider = said ?? known;
  refuseProvider(kind, provider);
  if (known !== undefined && provider !== known) {
    throw invalid('provider', fieldFault('PROVIDER_FIXED', { provider: known }));
  }
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return readKindValues({ kind, ...(provider !== undefined && { provider }) }, given, before);
}

/** The stored secrets; empty when there are none, or when they cannot be opened any more. */
export function secretsOf(before: Pick<KindValues, 'secret'> | undefined): KindSecrets {
  return before?.secret == null ? {} : JSON.parse(before.secret);
}

/** The secrets of a chat that signs presses: `SIGNING` includes the token. Null for the same ones, or none. */
export function secretsThatDiffer(before: KindValues, after: KindValues): 'SIGNING' | 'TOKEN' | null {
  const { settings } = after;
  // The secret of any other kind has another form.
  if (settings?.provider !== 'SLACK' && settings?.provider !== 'TEAMS') return null;
  const [one, other] = [secretsOf(before), secretsOf(after)];
  const token = settings.provider === 'SLACK' ? 'botToken' : 'clientSecret';
  if (isSignedElsewhere(before, after)) return 'SIGNING';
  return one[token] === other[token] ? null : 'TOKEN';
}

function isSignedElsewhere(before: KindValues, after: KindValues): boolean {
  const [one, other] = [before.settings, after.settings];
  if (other?.provider !== 'TEAMS') return secretsOf(before).signingSecret !== secretsOf(after).signingSecret;
  // Microsoft signs for the bot by its id: who has registered the bot can have presses signed.
  return one?.provider !== 'TEAMS' || one.appId !== other.appId || one.tenantId !== other.tenantId;
}

type KindSecrets = ProviderSecrets & {
  url?: string;
  headers?: { name: string; value: string }[];
};

function needed(field: string, value: string | undefined, faultOf: (value: string) => FieldFault | null): string {
  if (value === undefined) throw invalid(field, fieldFault('MISSING'));
  const fault = faultOf(value);
  if (fault !== null) throw invalid(field, fault);
  return value;
}

/** @returns its normal form, in which it is stored */
function addressOf(field: string, given: string): string {
  const { href, fault } = readWebAddress(given);
  if (href === undefined) throw invalid(field, fault);
  return href;
}

function headersOf(given: readonly { name: string; value: string }[]): { name: string; value: string }[] {
  const names = new Set<string>();
  for (const [index, { name, value }] of given.entries()) {
    const fault = headerNameFault(name) ?? (names.has(name.toLowerCase()) ? fieldFault('GIVEN_TWICE') : null);
    if (fault !== null) throw invalid(`headers[${index}].name`, fault);
    const valueFault = headerTextFault(value);
    if (valueFault !== null) throw invalid(`headers[${index}].value`, valueFault);
    names.add(name.toLowerCase());
  }
  return given.map(({ name, value }) => ({ name, value }));
}

/** Values are put into texts of the template, so that none of them can change its form. */
function templateFault(template: string): FieldFault | null {
  const values = template.match(/\{\{\s*\w+\s*\}\}/g)?.length ?? 0;
  if (values > TICKET_TEMPLATE_VALUES_MAX) return fieldFault('TOO_MANY_PLACES', { max: TICKET_TEMPLATE_VALUES_MAX });
  try {
    const value: unknown = JSON.parse(template);
    if (typeof value === 'object' && value !== null) return null;
  } catch {
    // The fault below says it.
  }
  return fieldFault('NOT_A_TEMPLATE');
}
