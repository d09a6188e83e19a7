// SPDX-License-Identifier: Apache-2.0
/** The faults of fields: a code for programs, its parameters, and the English sentence, which continues the name. */

export const FIELD_FAULTS = {
  ADDRESS_WITHOUT_HOST:
    'must have an IP address or a host name of letters, digits and hyphens, without a dot at its end',
  ALLOWS_NOTHING: 'must not be empty; null restricts nothing',
  ALLOWS_NO_ADDRESS: 'must not be empty; null allows every address',
  APPLY_WITHOUT_LIVE: 'must not have apply: it is for LIVE keys that are bound to no agent',
  CLASSIFICATION_NAME: 'must not be one of {values}: the classification could be meant',
  COMMON_PASSWORD: 'is one of the most common passwords; choose one that no one else uses',
  CREDENTIAL_NEEDED: 'must be given again with its secret: allowedHosts names {host}, where it did not go',
  DIFFERS_FROM_DECIDED: 'differs from what was decided',
  DUPLICATE_NAME: 'The name is already that of {place}.',
  EMPTY: 'must not be empty',
  FOREIGN_FIELD: 'is no field of {whose}',
  GIVEN_TWICE: 'is given twice',
  HAS_BACKSLASH: 'must not hold a backslash',
  HAS_BAD_CHARACTER: 'has a character that is not allowed',
  HAS_COLON: 'must not hold a colon: it ends the user name',
  HAS_CONTROL_CHARACTER: 'must not hold control characters',
  HAS_DIRECTION_MARK: 'must not hold marks that change the direction of text',
  HAS_FRAGMENT: 'must not have a fragment (#)',
  HAS_LINE_BREAK: 'must not hold line breaks, other control characters or characters that turn the direction of text',
  HAS_QUERY: 'must not have a query (?)',
  HAS_USER: 'must not carry a user name or password',
  HEADERS_NEEDED: 'must be given again: {field} leads to {origin}, where they did not go',
  ID_FIXED: 'the stored {noun} of this name has the id {id}; an id never changes',
  LINK_OVER: 'was used, or is over: ask for a new link',
  LOOKS_LIKE_UUID: 'must not look like a UUID: an id could be meant',
  MISSING: 'is missing',
  NEEDED_FOR_NEW_ACCOUNT: 'is needed: the invited address has no account yet',
  NOT_A_CIDR_RANGE: 'must be an IP address or a CIDR range: {detail}',
  NOT_A_DOMAIN: 'must have a domain after *., not an IP address',
  NOT_A_HEADER_NAME: 'must be the name of an HTTP header',
  NOT_A_HOST: 'must be a host name or *.domain, without scheme, port and path',
  NOT_A_MOMENT: 'must be a moment from 1970 to 9999 with its zone, such as 2030-01-01T00:00:00Z',
  NOT_A_TEMPLATE: 'must be a JSON object, with {{…}} inside of its texts only',
  NOT_A_TIME_ZONE: 'must be an IANA time zone such as America/Sao_Paulo',
  NOT_A_UUID: 'must be a UUID',
  NOT_AN_ADDRESS: 'must be an e-mail address, such as ana@example.com',
  NOT_AN_EMAIL: 'must be an e-mail address',
  NOT_A_WEBHOOK_SECRET: 'must begin with {beginning} and go on with at least {min} characters of base64',
  NOT_COMPOSED: 'must be in the composed form of Unicode (NFC): a letter and its accent are one character',
  NOT_HEADER_TEXT: 'must be printable ASCII without spaces at the ends',
  NOT_HTTP: 'must be an http or https address',
  NOT_HTTP_KIND: 'must be of kind HTTP: a gateway can send no other credential',
  NOT_IN_TOKEN_HOSTS: 'the host of tokenUrl must be one of allowedHosts',
  NOT_LINES: 'may hold line feeds and tabs, but no other control characters and none that turn the direction of text',
  NOT_LIKE: 'must look like {example}',
  NOT_ONE_LINE: 'must be one line without control characters and without characters that turn the direction of text',
  NOT_ONE_OF: 'must be one of {values}',
  NOT_ONE_WORD: 'must be one word, such as Bearer',
  NOT_ORGANIZATION_NAME: 'must be the name of the organization, letter by letter',
  NOT_VALID: 'is not valid',
  NO_LEADING_SLASH: 'must start with /',
  NO_PERMISSIONS: 'must not be empty: a key without permissions is for nothing',
  NO_SUCH_INTEGRATION: 'must be the id of an integration with a {noun}',
  NO_SUCH_RECORD: 'must be the name or the id of an existing {noun}',
  NO_SUCH_RESOURCE: 'must be ANY, a classification or the name of a resource',
  ONLY_FOR_REVIEW: 'Approvals are for the decision REVIEW alone.',
  OTHER_KINDS_PROVIDER: 'is of another kind than {kind}',
  OTHER_ORDER: 'is of another order; begin with the first page',
  OTHER_SCOPE: 'must be scopes that the app asked for',
  OTHER_SECRET: 'is not that of the credential',
  PASSKEY_REFUSED: 'is not the answer of a passkey for this service; begin again',
  PASSWORD_IS_ADDRESS: 'must not be your e-mail address',
  PASSWORD_OR_PASSKEY: 'is needed, or the answer of a passkey',
  PORT_ZERO: 'must not have the port 0',
  PROVIDER_FIXED: 'is {provider} for the stored integration of this name, and never changes',
  REPEATED: 'must not list a value twice',
  REQUIRED: 'is required',
  RESERVED_HEADER: 'must not be {name}, which is not free',
  SAME_ADDRESS: 'is your address already',
  SAME_TIME: 'must end at another time than they begin',
  SECRET_NOT_DECODABLE: 'needs a secret that is whsec_ and the base64 of {min} to {max} bytes; make a new secret first',
  SECRET_NEEDED: 'must be given, that of the credential: it did not go to {origin} so far',
  SET_TOO_LARGE: 'would make more than {max} bytes of policies in the organization',
  SIGNATURE_REFUSED: 'does not sign this approval, or not any more; get what to sign again',
  SPACE_AT_END: 'must not begin or end with a space',
  TOO_DEEP: 'Groups of conditions may nest up to {max} levels.',
  TOO_FEW_ITEMS: 'must have at least {min} items',
  TOO_LATE: 'was used, or took too long: begin again',
  TOO_LARGE: 'must be at most {max}',
  TOO_LONG: 'must have at most {max} characters',
  TOO_MANY_ITEMS: 'must have at most {max} items',
  TOO_MANY_PLACES: 'must have at most {max} places for values',
  TOO_SHORT: 'must have at least {min} characters',
  TOO_SMALL: 'must be at least {min}',
  UNKNOWN_FIELD: 'is not a known field',
  WRONG_CODE: 'is not the code that the app shows now',
  WRONG_TYPE: 'must be {types}',
} as const;

export type FieldFaultCode = keyof typeof FIELD_FAULTS;
export const FIELD_FAULT_CODES = Object.keys(FIELD_FAULTS) as [FieldFaultCode, ...FieldFaultCode[]];

/** The names in braces; `{{…}}` of a template is none. */
type NamesIn<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `{${string}` ? never : Name) | NamesIn<Rest>
  : never;

/** The names of a code's parameters; never for a code without any. */
export type FieldFaultParameter<Code extends FieldFaultCode> = NamesIn<(typeof FIELD_FAULTS)[Code]>;
export type FieldFaultParams<Code extends FieldFaultCode> = Readonly<
  Record<FieldFaultParameter<Code>, string | number>
>;

/** On the wire it is a code and its parameters, beside the sentence. */
export interface FieldCode {
  readonly code: FieldFaultCode;
  readonly params: Readonly<Record<string, string | number>>;
}

/** A template of sentences, or a thread, takes it as it is. */
export class FieldFault implements FieldCode {
  readonly code: FieldFaultCode;
  readonly params: FieldCode['params'];
  readonly text: string;

  constructor(code: FieldFaultCode, params: FieldCode['params']) {
    this.code = code;
    this.params = params;
    this.text = FIELD_FAULTS[code].replaceAll(/\{([a-z]+)\}/g, (_, name: string) => String(params[name]));
  }

  toString(): string {
    return this.text;
  }
}

export function fieldFault<Code extends FieldFaultCode>(
  code: Code,
  ...[params]: [FieldFaultParameter<Code>] extends [never] ? [] : [params: FieldFaultParams<Code>]
): FieldFault {
  return new FieldFault(code, params ?? {});
}
