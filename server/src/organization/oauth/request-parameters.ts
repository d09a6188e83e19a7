// SPDX-License-Identifier: Apache-2.0
/**
 * The parameters of a request, as this server takes them, before the library reads them. A word that is dropped from
 * the request to authorize is dropped from each later one too. So an app may repeat the words that it asked by.
 */
import { OAUTH_SCOPES } from '@svc/contract';
import { errors } from 'oidc-provider';
import { isSameAddress } from './own-addresses.ts';

/** @returns the parameters to go on with; a parameter without a value is as if left out (RFC 6749, section 3.1) */
export function parametersOf(sent: URLSearchParams, mcpUrl: string): URLSearchParams {
  const parameters = new URLSearchParams([...sent].filter(([, value]) => value !== ''));
  const resources = parameters.getAll('resource').map((one) => (isSameAddress(one, mcpUrl) ? mcpUrl : one));
  parameters.delete('resource');
  for (const resource of new Set(resources)) parameters.append('resource', resource);
  return parameters;
}

/**
 * A request that names no scope we know asks for all, and its person chooses.
 * @throws errors.UnsupportedResponseMode
 */
export function authorizationParametersOf(sent: URLSearchParams, mcpUrl: string): URLSearchParams {
  const parameters = parametersOf(sent, mcpUrl);
  const words = wordsOf(parameters, 'scope');
  if (words !== null) {
    const known = OAUTH_SCOPES.filter((scope) => words.has(scope));
    const openid = words.has('openid') ? ['openid'] : [];
    parameters.set('scope', [...openid, ...(known.length === 0 ? OAUTH_SCOPES : known)].join(' '));
    if (openid.length === 0) parameters.delete('nonce');
  }
  const prompts = wordsOf(parameters, 'prompt');
  if (prompts !== null) {
    parameters.delete('prompt');
    const known = PROMPTS.filter((prompt) => prompts.has(prompt));
    if (known.length > 0) parameters.set('prompt', known.join(' '));
  }
  for (const name of NOT_OFFERED) parameters.delete(name);
  // It would be a page of ours that sends a form: no client of this server needs one.
  if (parameters.getAll('response_mode').includes('form_post')) throw new errors.UnsupportedResponseMode();
  return parameters;
}

/** Without a word that we know, all is meant that was granted. */
export function tokenParametersOf(sent: URLSearchParams, mcpUrl: string): URLSearchParams {
  const parameters = parametersOf(sent, mcpUrl);
  const words = wordsOf(parameters, 'scope');
  if (words === null) return parameters;
  const known = OAUTH_SCOPES.filter((scope) => words.has(scope));
  parameters.delete('scope');
  if (known.length > 0) parameters.set('scope', known.join(' '));
  return parameters;
}

const PROMPTS = ['none', 'login', 'consent'];
/** Parts of OpenID Connect that ask for more than who the person is; the library would refuse the request for them. */
const NOT_OFFERED = ['acr_values', 'claims', 'claims_locales', 'id_token_hint', 'max_age'];

/** Null for a parameter that comes twice, which the library refuses. */
function wordsOf(parameters: URLSearchParams, name: string): ReadonlySet<string> | null {
  const values = parameters.getAll(name);
  return values.length > 1 ? null : new Set(values[0]?.split(/\s+/).filter((word) => word !== '') ?? []);
}
