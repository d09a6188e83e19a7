// SPDX-License-Identifier: Apache-2.0
/**
 * A request as the library reads it: its address, parameters and body in the one spelling of this server. Strangers
 * send all of it, so it is read bounded here.
 */
import type { IncomingMessage } from 'node:http';
import { errors } from 'oidc-provider';
import { offeredMetadata } from './client-metadata.ts';
import { FORM_BYTES_MAX, METADATA_DOCUMENT_BYTES_MAX, PARAMETER_CHARACTERS_MAX } from './limits.ts';
import { ROUTES } from './oauth-routes.ts';
import { withoutLastSlash } from './own-addresses.ts';
import { authorizationParametersOf, parametersOf, tokenParametersOf } from './request-parameters.ts';

interface Known {
  baseUrl: string;
  mcpUrl: string;
}

/**
 * @returns the request to go on with
 * @throws errors.OIDCProviderError for one that cannot be read
 */
export async function incomingRequest(request: IncomingMessage, { baseUrl, mcpUrl }: Known): Promise<IncomingMessage> {
  const [sentPath = '', query = ''] = (request.url ?? '').split('?', 2);
  const path = withoutLastSlash(sentPath);
  request.url = query === '' ? path : `${path}?${query}`;
  asSeenFromOutside(request, baseUrl);
  if (path === ROUTES.authorization && request.method === 'GET') {
    request.url = `${path}?${authorizationParametersOf(bounded(readable(query)), mcpUrl)}`;
    return request;
  }
  if (request.method !== 'POST') return request;
  if (path === ROUTES.authorization) {
    return await withForm(request, (sent) => authorizationParametersOf(bounded(sent), mcpUrl));
  }
  if (path === ROUTES.registration) return await withMetadata(request);
  if (path === ROUTES.token) return await withForm(request, (sent) => tokenParametersOf(sent, mcpUrl));
  if (path === ROUTES.revocation) return await withForm(request, (sent) => parametersOf(sent, mcpUrl));
  return request;
}

/** Addresses in answers are below the public address, whatever the request says of itself. */
function asSeenFromOutside(request: IncomingMessage, baseUrl: string): void {
  const { protocol, host } = new URL(baseUrl);
  request.headers['x-forwarded-proto'] = protocol.slice(0, -1);
  request.headers['x-forwarded-host'] = host;
}

/** A body that is no object of JSON goes on as it came, and the library says so. */
async function withMetadata(request: IncomingMessage): Promise<IncomingMessage> {
  const text = await readText(request, METADATA_DOCUMENT_BYTES_MAX);
  const sent = parseJson(text);
  const isObject = typeof sent === 'object' && sent !== null && !Array.isArray(sent);
  return withBody(
    request,
    isObject ? JSON.stringify(offeredMetadata(sent as Record<string, unknown>, 'registration')) : text,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

async function withForm(
  request: IncomingMessage,
  change: (sent: URLSearchParams) => URLSearchParams,
): Promise<IncomingMessage> {
  const text = await readText(request, FORM_BYTES_MAX);
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')) {
    return withBody(request, text);
  }
  const parameters = change(readable(text));
  nameBySecret(request, parameters);
  return withBody(request, parameters.toString());
}

/**
 * No secret is issued, so one that comes is not looked at. The header that carries it also names the client (RFC 6749,
 * section 2.3.1). A client that has a key still has to sign.
 */
function nameBySecret(request: IncomingMessage, parameters: URLSearchParams): void {
  const [, encoded = ''] = /^basic +([\w+/=-]+)$/i.exec(request.headers.authorization ?? '') ?? [];
  const presented = Buffer.from(encoded, 'base64').toString();
  const inBody = parameters.get('client_id');
  const clientId = inBody !== null && presented.startsWith(`${inBody}:`) ? inBody : idOf(presented);
  if (clientId === '' || (inBody ?? clientId) !== clientId) return;
  parameters.set('client_id', clientId);
  delete request.headers.authorization;
}

/** It is encoded as a form is. */
function idOf(presented: string): string {
  const [id = ''] = presented.split(':', 1);
  return new URLSearchParams(`id=${id}`).get('id') ?? '';
}

/** A request to authorize is kept until its person answers. @throws errors.InvalidRequest */
function bounded(parameters: URLSearchParams): URLSearchParams {
  for (const [name, value] of parameters) {
    if (value.length <= PARAMETER_CHARACTERS_MAX) continue;
    throw new errors.InvalidRequest(`${name.slice(0, 50)} may have ${PARAMETER_CHARACTERS_MAX} characters`);
  }
  return parameters;
}

/** PostgreSQL keeps no U+0000. @throws errors.InvalidRequest */
function readable(text: string): URLSearchParams {
  const parameters = new URLSearchParams(text);
  if ([...parameters].flat().some((part) => part.includes('\0'))) {
    throw new errors.InvalidRequest('parameters may not hold U+0000');
  }
  return parameters;
}

async function readText(request: IncomingMessage, bytesMax: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += (chunk as Buffer).length;
    if (bytes > bytesMax) throw new errors.InvalidRequest(`the body may have ${bytesMax} bytes`);
    chunks.push(chunk as Buffer);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** The same request with another body, in UTF-8. */
function withBody(request: IncomingMessage, text: string): IncomingMessage {
  const body = Buffer.from(text);
  const { 'transfer-encoding': _chunked, 'content-type': type, ...headers } = request.headers;
  const sent = {
    ...headers,
    'content-length': String(body.length),
    ...(type !== undefined && { 'content-type': type.replace(/;.*/, '') }),
  };
  return Object.create(request, {
    headers: { value: sent },
    readable: { value: true },
    iterator: {
      value: async function* read() {
        yield body;
      },
    },
  }) as IncomingMessage;
}
