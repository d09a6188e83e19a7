// SPDX-License-Identifier: Apache-2.0
/** The one place where an error becomes an HTTP answer. Private detail goes to the log only. */

import { type AppErrorBody, ERRORS, type ErrorCode, fieldFault } from '@svc/contract';
import { fieldsOf } from '@svc/documents';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, invalid } from '../../platform/errors/index.ts';
import { isDatabaseFault } from '../../storage/db/index.ts';
import { faultSentence } from './fault-sentences.ts';

const UNAVAILABLE_RETRY_SECONDS = 1;

/** @returns the answered code */
export function replyWithError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): ErrorCode {
  return sendError(publicError(error, request), request, reply);
}

/** @returns the answered code */
export function sendError(apiError: ApiError, request: Pick<FastifyRequest, 'id'>, reply: FastifyReply): ErrorCode {
  const retryAfter = retryAfterSecondsOf(apiError);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  void reply.code(apiError.status).type('application/json; charset=utf-8').send(errorBody(apiError, request.id));
  return apiError.code;
}

/** The part of a request that its error needs. */
export type FailedRequest = Pick<FastifyRequest, 'id' | 'method' | 'url' | 'log'>;

/** The public side of an error. A fault of the service goes to the log, with the private detail. */
export function publicError(error: FastifyError | Error, request: FailedRequest): ApiError {
  const apiError = sayingWhatFailed(toApiError(error), request);
  if (apiError.status >= 500) {
    request.log.error({ requestId: request.id, code: apiError.code, fault: faultOf(error) }, 'request failed');
  }
  return apiError;
}

export function retryAfterSecondsOf({ retryAfterSeconds, status }: ApiError): number | undefined {
  return retryAfterSeconds ?? (status === 503 ? UNAVAILABLE_RETRY_SECONDS : undefined);
}

/** A fault without a sentence of its own says what the caller's request was for. */
function sayingWhatFailed(error: ApiError, request: FailedRequest): ApiError {
  const { code, message, retryAfterSeconds } = error;
  if ((code !== 'unavailable' && code !== 'internal_error') || message !== ERRORS[code].message) return error;
  const sentence = faultSentence(code, request.method, request.url);
  return new ApiError(code, {
    message: sentence,
    cause: error,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}

export function errorBody(apiError: ApiError, requestId: string): AppErrorBody {
  return {
    error: apiError.code,
    message: apiError.message,
    requestId,
    ...(apiError.fields === undefined ? {} : { fields: apiError.fields }),
    ...(apiError.fieldCodes === undefined ? {} : { fieldCodes: apiError.fieldCodes }),
    ...(apiError.conflict === undefined ? {} : { conflict: apiError.conflict }),
    ...(apiError.reason === undefined ? {} : { reason: apiError.reason }),
    ...(apiError.organizations === undefined ? {} : { organizations: [...apiError.organizations] }),
    ...(apiError.results === undefined ? {} : { results: apiError.results }),
    ...(apiError.known === undefined ? {} : { known: apiError.known }),
    ...(apiError.reasons === undefined ? {} : { reasons: [...apiError.reasons] }),
    ...(apiError.redeemedAt === undefined ? {} : { redeemedAt: apiError.redeemedAt }),
    ...(apiError.proposal === undefined ? {} : { proposal: apiError.proposal }),
    ...(apiError.brokenClaims === undefined ? {} : { brokenClaims: [...apiError.brokenClaims] }),
  };
}

/** The faults of a request that Fastify itself finds before a handler runs, by its code. */
const FRAMEWORK_FAULTS: Readonly<Record<string, [field: string, message: string]>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['body', 'must be JSON with the header Content-Type: application/json'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['body', 'must have the length that Content-Length says'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['body', 'is empty; send a JSON object'],
  FST_ERR_BAD_URL: ['path', 'cannot be read: write % as %25'],
  FST_ERR_MAX_PARAM_LENGTH: ['path', 'is too long'],
};

function toApiError(error: FastifyError | Error): ApiError {
  if (error instanceof ApiError) return error;
  if ('validation' in error && Array.isArray(error.validation)) {
    return validationError(error.validation, error.validationContext);
  }
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ApiError('payload_too_large');
  const fault = FRAMEWORK_FAULTS[code];
  if (fault !== undefined) return invalid(...fault);
  if ('statusCode' in error && error.statusCode === 400) return invalid('request', 'cannot be read');
  return new ApiError(isDatabaseFault(error) ? 'unavailable' : 'internal_error', { cause: error });
}

/** @param faults what the validator found */
export function validationError(faults: Parameters<typeof fieldsOf>[0], context: string | undefined): ApiError {
  const fields = fieldsOf(faults, context);
  const [path, { text }] = Object.entries(fields)[0] ?? ['', fieldFault('NOT_VALID')];
  return new ApiError('validation_error', { message: `${path || 'body'}: ${text}`, fields });
}

/**
 * Only fields that cannot hold a caller's data: names, codes and our own stack. A driver's message may quote values.
 */
function faultOf(error: Error): Record<string, unknown> {
  const cause = error instanceof ApiError && error.cause instanceof Error ? error.cause : error;
  const { code, severity } = cause as { code?: unknown; severity?: unknown };
  const stack = cause.stack?.split('\n').filter((line) => line.startsWith('    at '));
  return { name: cause.name, code, severity, stack };
}

export const NOT_FOUND = (method: string, path: string): ApiError =>
  new ApiError('not_found', { message: `Cannot ${method} ${path}` });
