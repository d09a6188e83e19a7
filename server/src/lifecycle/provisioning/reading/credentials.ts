// SPDX-License-Identifier: Apache-2.0
/** Reads a gateway credential: one of five forms, each with fields of its own. */
import {
  CREDENTIAL_SECRET_CHARACTERS_MAX,
  type Credential,
  HEADER_NAME_CHARACTERS_MAX,
  headerNameFault,
  headerTextFault,
  plainTextFault,
  schemeFault,
  userNameFault,
} from '../../../registry/credentials/index.ts';
import { SCOPE_CHARACTERS_MAX } from '../limits.ts';
import { type MapNode, textAt } from '../syntax/index.ts';
import { webAddress } from './addresses.ts';
import { nullable, optional, type Place, type Reader, record, refined, required } from './reader.ts';
import { ruled, text, word } from './values.ts';

export interface CredentialEntry {
  credential: Credential;
  secret: string;
  place: Place;
}

const headerText = ruled(text(CREDENTIAL_SECRET_CHARACTERS_MAX), headerTextFault);
const plainText = ruled(text(CREDENTIAL_SECRET_CHARACTERS_MAX), plainTextFault);
const headerName = ruled(text(HEADER_NAME_CHARACTERS_MAX), headerNameFault);
const scheme = ruled(text(HEADER_NAME_CHARACTERS_MAX), schemeFault);
const userName = ruled(text(CREDENTIAL_SECRET_CHARACTERS_MAX), userNameFault);

const TYPES = ['API_KEY_HEADER', 'QUERY_PARAM', 'AUTHORIZATION', 'BASIC', 'OAUTH2_CLIENT_CREDENTIALS'] as const;
const type = required(word(TYPES));

const FORMS: Record<(typeof TYPES)[number], Reader<CredentialEntry>> = {
  API_KEY_HEADER: refined(
    record({ type, header: optional(headerName), secret: required(headerText) }),
    ({ header = 'X-Api-Key', secret, place }) => ({ credential: { type: 'API_KEY_HEADER', header }, secret, place }),
  ),
  QUERY_PARAM: refined(
    record({ type, name: optional(plainText), secret: required(plainText) }),
    ({ name = 'api_key', secret, place }) => ({ credential: { type: 'QUERY_PARAM', name }, secret, place }),
  ),
  AUTHORIZATION: refined(
    record({ type, scheme: optional(scheme), secret: required(headerText) }),
    ({ scheme: given = 'Bearer', secret, place }) => ({
      credential: { type: 'AUTHORIZATION', scheme: given },
      secret,
      place,
    }),
  ),
  BASIC: refined(
    record({ type, username: required(userName), secret: required(plainText) }),
    ({ username, secret, place }) => ({ credential: { type: 'BASIC', username }, secret, place }),
  ),
  OAUTH2_CLIENT_CREDENTIALS: refined(
    record({
      type,
      tokenUrl: required(webAddress),
      clientId: required(plainText),
      secret: required(plainText),
      scope: optional(nullable(text(SCOPE_CHARACTERS_MAX))),
    }),
    ({ tokenUrl, clientId, secret, scope = null, place }) => ({
      credential: { type: 'OAUTH2_CLIENT_CREDENTIALS', tokenUrl, clientId, scope },
      secret,
      place,
    }),
  ),
};

/** The type decides which fields exist, so it is read first. */
export const credential: Reader<CredentialEntry> = (node, label, report) => {
  if (node.kind !== 'map') {
    report(node.position, `${label} must be a map of fields`);
    return undefined;
  }
  const known = TYPES.find((one) => one === textAt(node, 'type')?.value);
  if (known !== undefined) return FORMS[known](node, label, report);
  return reportType(node, label, report);
};

function reportType(node: MapNode, label: string, report: Parameters<Reader<never>>[2]): undefined {
  const entry = node.entries.get('type');
  if (entry === undefined) report(node.position, `type is required in ${label}`);
  else type.reader(entry.value, 'type', report);
  return undefined;
}
