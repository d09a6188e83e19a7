// SPDX-License-Identifier: Apache-2.0
/** The fields of an integration: those of its kind, and of the form of its credential. */
import type { Integration } from '@svc/contract';
import {
  ALLOWED_HOSTS_MAX,
  CREDENTIAL_SECRET_CHARACTERS_MAX,
  HEADER_NAME_CHARACTERS_MAX,
  NAME_CHARACTERS_MAX,
  OAUTH_SCOPE_CHARACTERS_MAX,
  TICKET_TEMPLATE_CHARACTERS_MAX,
  URL_CHARACTERS_MAX,
} from '@svc/contract/limits';
import { useWords } from '../../language/word-set.ts';
import { registryWords } from '../../registry/words.ts';
import { type Field, ofKind, SECRET } from './fields-of-kinds.ts';
import {
  type CredentialChoice,
  headersOf,
  type IntegrationFormValues,
  leadsElsewhere,
  linesOf,
  reachesFurther,
} from './integration-values.ts';
import { useSystemFields } from './system-fields.ts';
import { hasPlaceholder, type TicketSystem } from './ticket-systems.ts';
import { integrationsWords } from './words.ts';

/**
 * @param stored null: a new one
 * @param system the ticket system that was chosen for it
 */
export function useIntegrationFields(stored: Integration | null, system: TicketSystem | null): Field[] {
  const common = useWords(registryWords);
  return [
    {
      name: 'name',
      label: common.name,
      maxLength: NAME_CHARACTERS_MAX,
      missing: common.missingName,
      autoComplete: 'off',
      isName: true,
    },
    ...useHttpFields(stored),
    ...useCredentialFields(stored),
    ...useSlackFields(stored),
    ...useAddressFields(stored, system),
    ...useTicketFields(stored, system),
    ...useSystemFields(stored),
  ];
}

const withForm =
  (...forms: CredentialChoice[]) =>
  ({ kind, credential }: IntegrationFormValues) =>
    kind === 'HTTP' && forms.includes(credential as CredentialChoice);

const withSecret = withForm('API_KEY_HEADER', 'QUERY_PARAM', 'AUTHORIZATION', 'BASIC', 'OAUTH2_CLIENT_CREDENTIALS');

function useHttpFields(stored: Integration | null): Field[] {
  const words = useWords(integrationsWords);
  const common = useWords(registryWords);
  const forms = Object.entries(words.credentials).map(([value, name]) => ({ value, name }));
  const credential = stored?.credential ?? null;
  const keep =
    credential === null ? [] : [{ value: 'KEEP', name: words.keepCredential(words.credentials[credential.type]) }];
  return [
    {
      name: 'allowedHosts',
      label: common.optional(words.hosts),
      hint: words.hostsHint,
      kind: 'lines',
      isShown: ofKind('HTTP'),
      faultOf: (text) => (linesOf(text).length > ALLOWED_HOSTS_MAX ? words.tooManyHosts(ALLOWED_HOSTS_MAX) : null),
    },
    {
      name: 'credential',
      label: words.credential,
      kind: 'choice',
      choices: [...keep, ...forms, { value: 'NONE', name: words.noCredential }],
      ...(credential !== null && { hint: words.replaceHint }),
      isShown: ofKind('HTTP'),
    },
  ];
}

function useCredentialFields(stored: Integration | null): Field[] {
  const words = useWords(integrationsWords);
  const common = useWords(registryWords);
  const word = { maxLength: HEADER_NAME_CHARACTERS_MAX, autoComplete: 'off', isName: true } as const;
  const text = { maxLength: CREDENTIAL_SECRET_CHARACTERS_MAX, autoComplete: 'off', isName: true } as const;
  return [
    { ...word, name: 'header', label: words.header, isShown: withForm('API_KEY_HEADER') },
    { ...text, name: 'parameter', label: words.parameter, isShown: withForm('QUERY_PARAM') },
    { ...word, name: 'scheme', label: words.scheme, isShown: withForm('AUTHORIZATION') },
    { ...text, name: 'username', label: words.username, missing: words.missingUsername, isShown: withForm('BASIC') },
    {
      name: 'tokenUrl',
      label: words.tokenUrl,
      hint: words.tokenUrlHint,
      kind: 'url',
      isName: true,
      maxLength: URL_CHARACTERS_MAX,
      missing: words.missingTokenUrl,
      isShown: withForm('OAUTH2_CLIENT_CREDENTIALS'),
    },
    {
      ...text,
      name: 'clientId',
      label: words.clientId,
      missing: words.missingClientId,
      isShown: withForm('OAUTH2_CLIENT_CREDENTIALS'),
    },
    {
      ...text,
      name: 'scope',
      label: common.optional(words.scope),
      maxLength: OAUTH_SCOPE_CHARACTERS_MAX,
      isShown: withForm('OAUTH2_CLIENT_CREDENTIALS'),
    },
    {
      ...SECRET,
      name: 'secret',
      label: words.secret,
      missing: words.missingSecret,
      ...(stored !== null && { hint: words.secretHint }),
      isShown: (values) => withSecret(values) || reachesFurther(values, stored),
    },
  ];
}

/** A secret of a new integration is needed; one that is stored is kept unless another is entered. */
function useSlackFields(stored: Integration | null): Field[] {
  const words = useWords(integrationsWords);
  const secret = (missing: string) => (stored?.hasSecret === true ? { hint: words.keepHint } : { missing });
  return [
    {
      ...SECRET,
      ...secret(words.missingBotToken),
      name: 'botToken',
      label: words.botToken,
      isShown: ofKind('SLACK'),
    },
    {
      ...SECRET,
      ...secret(words.missingSigningSecret),
      name: 'signingSecret',
      label: words.signingSecret,
      isShown: ofKind('SLACK'),
    },
    {
      name: 'channel',
      label: words.channel,
      hint: words.channelHint,
      maxLength: NAME_CHARACTERS_MAX,
      missing: words.missingChannel,
      autoComplete: 'off',
      isName: true,
      isShown: ofKind('SLACK'),
    },
  ];
}

/** The address of a chat is its secret, that of a ticket system is not. */
function useAddressFields(stored: Integration | null, system: TicketSystem | null): Field[] {
  const words = useWords(integrationsWords);
  const field = {
    name: 'url',
    label: words.url,
    kind: 'url',
    maxLength: URL_CHARACTERS_MAX,
    isName: true,
  } as const;
  const chat = { ...field, isShown: ofKind('INCOMING_WEBHOOK') };
  const ticket = {
    ...field,
    isShown: ofKind('TICKET'),
    hint: words.ticketUrlHint(system),
    missing: words.missingUrl,
    faultOf: (text: string) => (hasPlaceholder(system, text) ? words.placeholder : null),
  };
  if (stored === null) return [{ ...chat, hint: words.chatUrlHint, missing: words.missingUrl }, ticket];
  if (stored.kind === 'TICKET') return [ticket];
  if (!stored.hasSecret) {
    return [{ ...chat, hint: words.chatUrlHint, missing: words.missingUrl, shown: SECRET.shown }];
  }
  return [{ ...chat, hint: words.keepUrlHint(stored.url ?? ''), shown: SECRET.shown }];
}

function useTicketFields(stored: Integration | null, system: TicketSystem | null): Field[] {
  const words = useWords(integrationsWords);
  const common = useWords(registryWords);
  const names = stored?.headerNames ?? [];
  const replacing: Field = {
    name: 'replaceHeaders',
    label: words.replaceHeaders,
    hint: words.replaceHeadersHint(names.join(', ')),
    kind: 'check',
    isShown: (values) => ofKind('TICKET')(values) && !leadsElsewhere(values, stored),
  };
  return [
    {
      name: 'method',
      label: words.method,
      kind: 'choice',
      choices: Object.entries(words.methods).map(([value, name]) => ({ value, name })),
      isShown: ofKind('TICKET'),
    },
    {
      name: 'updateUrl',
      label: common.optional(words.updateUrl),
      hint: words.updateUrlHint,
      kind: 'url',
      maxLength: URL_CHARACTERS_MAX,
      isName: true,
      isShown: ofKind('TICKET'),
    },
    ...(names.length > 0 ? [replacing] : []),
    {
      name: 'headers',
      label: common.optional(words.headers),
      hint: names.length === 0 ? words.headersHint(system) : words.headersAgainHint(names.join(', ')),
      kind: 'lines',
      isName: true,
      shown: SECRET.shown,
      isShown: (values) => ofKind('TICKET')(values) && (values.replaceHeaders || leadsElsewhere(values, stored)),
      faultOf: (text) => (headersOf(text) === null ? words.badHeaders : null),
    },
    {
      name: 'bodyTemplate',
      label: words.template,
      hint: words.templateHint,
      kind: 'lines',
      isName: true,
      maxLength: TICKET_TEMPLATE_CHARACTERS_MAX,
      missing: words.badTemplate,
      isShown: ofKind('TICKET'),
      faultOf: (text) => {
        if (!isObject(text)) return words.badTemplate;
        return hasPlaceholder(system, text) ? words.placeholder : null;
      },
    },
  ];
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}
