// SPDX-License-Identifier: Apache-2.0
/**
 * The five forms of a stored gateway credential. All fields are in clear except the secret, which is stored separately.
 * Each rule returns the fault of a value, as a phrase after the name of the field, or null.
 */
import { type FieldFault, fieldFault } from '@svc/contract';
import { readWebAddress } from '../../outgoing/egress/index.ts';
import { invalid } from '../../platform/errors/index.ts';

export type Credential =
  | { type: 'API_KEY_HEADER'; header: string }
  | { type: 'QUERY_PARAM'; name: string }
  | { type: 'AUTHORIZATION'; scheme: string }
  | { type: 'BASIC'; username: string }
  | { type: 'OAUTH2_CLIENT_CREDENTIALS'; tokenUrl: string; clientId: string; scope: string | null };

export const CREDENTIAL_SECRET_CHARACTERS_MAX = 4_096;
export const HEADER_NAME_CHARACTERS_MAX = 100;

/** Header values are ASCII without line breaks: anything else could begin another header. */
export function headerTextFault(value: string): FieldFault | null {
  return /^[!-~](?:[ -~]*[!-~])?$/.test(value) ? null : fieldFault('NOT_HEADER_TEXT');
}

export function plainTextFault(value: string): FieldFault | null {
  return /\p{Cc}/u.test(value) ? fieldFault('HAS_CONTROL_CHARACTER') : null;
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/**
 * Headers about the framing of a message, or that the gateway writes itself. The last one is no field of an object, so
 * it would be lost on the way.
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

export function headerNameFault(value: string): FieldFault | null {
  if (!TOKEN.test(value)) return fieldFault('NOT_A_HEADER_NAME');
  return RESERVED_HEADERS.has(value.toLowerCase()) ? fieldFault('RESERVED_HEADER', { name: value }) : null;
}

export function schemeFault(value: string): FieldFault | null {
  return TOKEN.test(value) ? null : fieldFault('NOT_ONE_WORD');
}

export function userNameFault(value: string): FieldFault | null {
  return plainTextFault(value) ?? (value.includes(':') ? fieldFault('HAS_COLON') : null);
}

/** The rules of each form, by field, including the secret's. */
const RULES: Record<Credential['type'], Record<string, (value: string) => FieldFault | null>> = {
  API_KEY_HEADER: { header: headerNameFault, secret: headerTextFault },
  QUERY_PARAM: { name: plainTextFault, secret: plainTextFault },
  AUTHORIZATION: { scheme: schemeFault, secret: headerTextFault },
  BASIC: { username: userNameFault, secret: plainTextFault },
  OAUTH2_CLIENT_CREDENTIALS: {
    tokenUrl: (value) => readWebAddress(value).fault ?? null,
    clientId: plainTextFault,
    secret: plainTextFault,
  },
};

/** @throws ApiError 400 for the first field that breaks the rules of its form */
export function checkCredential(credential: Credential, secret: string): void {
  const values: Record<string, unknown> = { ...credential, secret };
  for (const [field, faultOf] of Object.entries(RULES[credential.type])) {
    const fault = faultOf(String(values[field]));
    if (fault !== null) throw invalid(`credential.${field}`, fault);
  }
}
