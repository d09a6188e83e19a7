// SPDX-License-Identifier: Apache-2.0
/** Reads an integration of the file. */
import {
  ALLOWED_HOSTS_MAX,
  CHANNEL_CHARACTERS_MAX,
  CREDENTIAL_SECRET_CHARACTERS_MAX,
  HEADER_NAME_CHARACTERS_MAX,
  INTEGRATION_PROVIDERS,
  NAME_CHARACTERS_MAX,
  TICKET_HEADERS_MAX,
  TICKET_METHODS,
  TICKET_TEMPLATE_CHARACTERS_MAX,
} from '@svc/contract';
import { INTEGRATION_KINDS, tokenUrlFault } from '../../../registry/integrations/index.ts';
import { hostPattern, webAddress } from '../reading/addresses.ts';
import { credential } from '../reading/credentials.ts';
import {
  lineOfText,
  list,
  nullable,
  optional,
  type RecordOf,
  record,
  recordName,
  refined,
  required,
  text,
  textOfLines,
  uuid,
  word,
} from '../reading/index.ts';

const secretText = text(CREDENTIAL_SECRET_CHARACTERS_MAX);

/** Fields of a chat or a ticket system. Which of them go together is checked beside what is stored. */
const kindFields = {
  provider: optional(word(INTEGRATION_PROVIDERS)),
  botToken: optional(secretText),
  signingSecret: optional(secretText),
  channel: optional(lineOfText(CHANNEL_CHARACTERS_MAX)),
  appId: optional(uuid),
  tenantId: optional(uuid),
  clientSecret: optional(secretText),
  username: optional(lineOfText(NAME_CHARACTERS_MAX)),
  token: optional(secretText),
  project: optional(lineOfText(NAME_CHARACTERS_MAX)),
  issueType: optional(lineOfText(NAME_CHARACTERS_MAX)),
  table: optional(lineOfText(NAME_CHARACTERS_MAX)),
  repository: optional(lineOfText(NAME_CHARACTERS_MAX)),
  closeWith: optional(nullable(lineOfText(NAME_CHARACTERS_MAX))),
  routingKey: optional(secretText),
  url: optional(webAddress),
  method: optional(word(TICKET_METHODS)),
  headers: optional(
    list(
      refined(record({ name: required(text(HEADER_NAME_CHARACTERS_MAX)), value: required(secretText) }), (header) => ({
        name: header.name,
        value: header.value,
      })),
      TICKET_HEADERS_MAX,
    ),
  ),
  bodyTemplate: optional(textOfLines(TICKET_TEMPLATE_CHARACTERS_MAX)),
  updateUrl: optional(nullable(webAddress)),
};

export const integrationFields = {
  name: required(recordName),
  kind: required(word(INTEGRATION_KINDS)),
  allowedHosts: optional(refined(list(hostPattern, ALLOWED_HOSTS_MAX), (hosts) => [...new Set(hosts)])),
  credential: optional(nullable(credential)),
  ...kindFields,
};
export type IntegrationEntry = RecordOf<typeof integrationFields>;

/** The entry as the plan of integrations takes it. */
export function givenIntegration({ name, kind, allowedHosts, credential: secured, ...entry }: IntegrationEntry) {
  const { place: _place, ...fields } = entry;
  return { name, kind, allowedHosts, credential: secured, fields };
}

/** The file's token address must be among the hosts of the file. Omitted ones are checked later. */
export const integrationReader = refined(record(integrationFields), (entry, tell) => {
  const { allowedHosts, credential: given } = entry;
  if (allowedHosts === undefined || !given) return entry;
  const fault = tokenUrlFault(given.credential, allowedHosts);
  return fault === null ? entry : tell(fault.text, given.place.fields.tokenUrl);
});
