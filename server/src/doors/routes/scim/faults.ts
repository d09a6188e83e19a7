// SPDX-License-Identifier: Apache-2.0
/** Faults as SCIM answers (RFC 7644, 3.12). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorDocument, ScimFault, type ScimType } from '../../../organization/scim-protocol/index.ts';
import type { ApiError } from '../../../platform/errors/index.ts';
import { publicError, retryAfterSecondsOf } from '../../http/index.ts';
import { CHALLENGE } from '../keyed.ts';
import type { ScimAuthentication } from './caller.ts';

export const SCIM_TYPE = 'application/scim+json; charset=utf-8';

export function answerFault(
  { metrics }: Pick<ScimAuthentication, 'metrics'>,
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (error instanceof ScimFault) {
    send(reply, error);
    return;
  }
  const known = publicError(error, request);
  metrics.errors[known.code].add();
  const retryAfter = retryAfterSecondsOf(known);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  send(reply, faultOf(known));
}

/** A body that cannot be read is a fault of the syntax; other values break a rule of the organization. */
function faultOf({ code, status, message, fields }: ApiError): ScimFault {
  const ofBody: ScimType = fields !== undefined && 'body' in fields ? 'invalidSyntax' : 'invalidValue';
  return new ScimFault(status, code === 'validation_error' ? ofBody : null, message);
}

function send(reply: FastifyReply, fault: ScimFault): void {
  if (fault.status === 401) reply.header('www-authenticate', CHALLENGE);
  void reply
    .code(fault.status)
    .type(SCIM_TYPE)
    .send(JSON.stringify(errorDocument(fault)));
}

export function answerUnknown(request: FastifyRequest, reply: FastifyReply): void {
  send(reply, new ScimFault(404, null, `Nothing is served at ${request.method} of this address.`));
}

/** For other methods of an address that is served. */
export function refuseOthers(scope: FastifyInstance, url: string, allowed: readonly Method[], options: object): void {
  const others = METHODS.filter((method) => !allowed.includes(method));
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('allow', allowed.join(', '));
    throw new ScimFault(405, null, `${request.method} is not for this address: use ${allowed.join(', ')}.`);
  };
  scope.route({ ...options, method: [...others], url, handler });
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
type Method = (typeof METHODS)[number];

export async function notSupported(): Promise<never> {
  throw new ScimFault(501, null, 'Not supported: see ServiceProviderConfig.');
}
