// SPDX-License-Identifier: Apache-2.0
/** A credential as people give it: all its fields in one object, of which the type decides. */
import { fieldFault, type GivenCredential } from '@svc/contract';
import { readWebAddress } from '../../outgoing/egress/index.ts';
import { invalid } from '../../platform/errors/index.ts';
import { type Credential, checkCredential } from '../credentials/index.ts';

const HEADER_DEFAULT = 'X-Api-Key';
const QUERY_NAME_DEFAULT = 'api_key';
const SCHEME_DEFAULT = 'Bearer';

/** The fields of each form beside type and secret. */
const FIELDS: Readonly<Record<Credential['type'], readonly (keyof GivenCredential)[]>> = {
  API_KEY_HEADER: ['header'],
  QUERY_PARAM: ['name'],
  AUTHORIZATION: ['scheme'],
  BASIC: ['username'],
  OAUTH2_CLIENT_CREDENTIALS: ['tokenUrl', 'clientId', 'scope'],
};

export interface Secured {
  credential: Credential;
  secret: string;
}

/** @throws ApiError 400 for a field that is missing, of another form, or against the rules of its form */
export function readCredential(given: GivenCredential): Secured {
  const { type, secret } = given;
  const allowed = FIELDS[type];
  const foreign = Object.keys(given).find(
    (field) => field !== 'type' && field !== 'secret' && !allowed.includes(field as keyof GivenCredential),
  );
  if (foreign !== undefined) throw invalid(`credential.${foreign}`, fieldFault('FOREIGN_FIELD', { whose: type }));
  const credential = formOf(given);
  checkCredential(credential, secret);
  return { credential, secret };
}

function formOf(given: GivenCredential): Credential {
  switch (given.type) {
    case 'API_KEY_HEADER':
      return { type: given.type, header: given.header ?? HEADER_DEFAULT };
    case 'QUERY_PARAM':
      return { type: given.type, name: given.name ?? QUERY_NAME_DEFAULT };
    case 'AUTHORIZATION':
      return { type: given.type, scheme: given.scheme ?? SCHEME_DEFAULT };
    case 'BASIC':
      return { type: given.type, username: needed(given, 'username') };
    case 'OAUTH2_CLIENT_CREDENTIALS': {
      const { scope = null } = given;
      const clientId = needed(given, 'clientId');
      const address = needed(given, 'tokenUrl');
      // In the spelling that calls take. One that is none is refused with the other rules.
      const tokenUrl = readWebAddress(address).href ?? address;
      return { type: given.type, tokenUrl, clientId, scope: scope === '' ? null : scope };
    }
  }
}

function needed(given: GivenCredential, field: 'username' | 'clientId' | 'tokenUrl'): string {
  const value = given[field];
  if (value === undefined) throw invalid(`credential.${field}`, fieldFault('MISSING'));
  return value;
}
