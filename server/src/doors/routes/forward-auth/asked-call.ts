// SPDX-License-Identifier: Apache-2.0
/** The call that a proxy asks about, as an act. Its client must not be able to make it look like another one. */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { CONTEXT_DESTINATION_CHARACTERS_MAX, type EventAction, type EventRequest, UUID_PATTERN } from '@svc/contract';
import { invalid } from '../../../platform/errors/index.ts';

/** The registered names that the operator of the proxy has written into its configuration. */
export interface Named {
  resource: string;
  agent?: string;
  action?: EventAction;
}

export interface AskedCall {
  method: string;
  /** Path and query, as they were sent. */
  uri: string;
}

const METHOD_HEADERS = ['x-original-method', 'x-forwarded-method'] as const;
const URI_HEADERS = ['x-original-uri', 'x-forwarded-uri'] as const;
/** Some servers run this method in place of the one of the request. */
const OVERRIDES = ['x-http-method-override', 'x-http-method', 'x-method-override'] as const;

/**
 * A proxy sets one pair of headers, and its client may send the other: they must agree.
 * @throws ApiError 400 for a call that is not told, or told in two ways
 */
export function forwardedCall(headers: IncomingHttpHeaders): AskedCall {
  return checkedCall({ method: oneOf(headers, METHOD_HEADERS) ?? '', uri: oneOf(headers, URI_HEADERS) ?? '' }, headers);
}

/** @throws ApiError 400 for a call whose method or address could be read in two ways */
export function checkedCall(call: AskedCall, headers: IncomingHttpHeaders): AskedCall {
  if (!/^[A-Z]+(?:-[A-Z]+)*$/.test(call.method)) throw invalid(METHOD_HEADERS.join(', '), 'must be one method');
  if (!/^[^\s]+$/.test(call.uri)) throw invalid(URI_HEADERS.join(', '), 'must be one path');
  const other = OVERRIDES.find((name) => headers[name] !== undefined && headers[name] !== call.method);
  if (other !== undefined) throw invalid(other, 'names another method than that of the call');
  return call;
}

function oneOf(headers: IncomingHttpHeaders, names: readonly string[]): string | null {
  const found = new Set(names.flatMap((name) => headers[name] ?? []));
  if (found.size > 1) throw invalid(names.join(', '), 'differ: the proxy must remove what its client sends');
  return found.values().next().value ?? null;
}

const UUID = new RegExp(UUID_PATTERN);

/** Method and address are bound by the digest and scanned as content, which is never stored. */
export function requestOf({ resource, agent, action }: Named, call: AskedCall): EventRequest {
  return {
    ...(agent !== undefined && (UUID.test(agent) ? { agentId: agent } : { agent })),
    ...(UUID.test(resource) ? { resourceId: resource } : { resource }),
    action: action ?? actionOf(call.method),
    content: `${call.method} ${call.uri}`,
    context: { destinationName: shownPath(call.uri) },
  };
}

function actionOf(method: string): EventAction {
  if (method === 'GET' || method === 'HEAD') return 'READ_DATA';
  return method === 'DELETE' ? 'DELETE_DATA' : 'WRITE_DATA';
}

/** The path without its query, which may hold secrets. A digest stands for the end of a long one. */
function shownPath(uri: string): string {
  const path = /^[^?#]*/.exec(uri)?.[0] || '/';
  const printable = path.replaceAll(/[^\x21-\x7e]/g, encodeURIComponent);
  if (printable.length <= CONTEXT_DESTINATION_CHARACTERS_MAX) return printable;
  const end = `...sha256:${createHash('sha256').update(printable).digest('hex')}`;
  return printable.slice(0, CONTEXT_DESTINATION_CHARACTERS_MAX - end.length) + end;
}
