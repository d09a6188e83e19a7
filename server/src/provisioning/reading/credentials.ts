/** Reads a gateway credential: one of five forms, each with fields of its own. */
import type { Credential } from '../../gateways/credential-forms.ts';
import { HEADER_NAME_CHARACTERS_MAX, SCOPE_CHARACTERS_MAX, SECRET_CHARACTERS_MAX } from '../limits.ts';
import { type MapNode, textAt } from '../syntax/index.ts';
import { webAddress } from './addresses.ts';
import { nullable, optional, type Place, type Reader, record, refined, required } from './reader.ts';
import { text, word } from './values.ts';

export interface CredentialEntry {
  credential: Credential;
  secret: string;
  place: Place;
}

/** Header values are ASCII without line breaks: anything else could begin another header. */
const headerText: Reader<string> = refined(text(SECRET_CHARACTERS_MAX), (value, tell, label) =>
  /^[!-~](?:[ -~]*[!-~])?$/.test(value) ? value : tell(`${label} must be printable ASCII without spaces at the ends`),
);

const plainText: Reader<string> = refined(text(SECRET_CHARACTERS_MAX), (value, tell, label) =>
  /\p{Cc}/u.test(value) ? tell(`${label} must not hold control characters`) : value,
);

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/**
 * Headers that say how a message travels, or that the gateway writes itself; and one that is no field of an object, so
 * that it would be lost on the way.
 */
const RESERVED_HEADERS: ReadonlySet<string> = new Set([
  '__proto__',
  'accept',
  'accept-encoding',
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);

const headerName: Reader<string> = refined(text(HEADER_NAME_CHARACTERS_MAX), (value, tell, label) => {
  if (!TOKEN.test(value)) return tell(`${label} must be the name of an HTTP header`);
  return RESERVED_HEADERS.has(value.toLowerCase()) ? tell(`${label} must not be ${value}, which is not free`) : value;
});

const scheme: Reader<string> = refined(text(HEADER_NAME_CHARACTERS_MAX), (value, tell, label) =>
  TOKEN.test(value) ? value : tell(`${label} must be one word, such as Bearer`),
);

const userName: Reader<string> = refined(plainText, (value, tell, label) =>
  value.includes(':') ? tell(`${label} must not hold a colon: it ends the user name`) : value,
);

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

/** The type decides which fields there are, so it is looked at first. */
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
