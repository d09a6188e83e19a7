/** The one place where an error becomes an HTTP answer. Private detail goes to the log only. */

import type { ErrorBody, ErrorCode } from '@svc/contract';
import { fieldsOf } from '@svc/documents';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseFault } from '../db/index.ts';
import { ApiError } from '../errors/index.ts';

const UNAVAILABLE_RETRY_SECONDS = 1;

/** @returns the answered code */
export function replyWithError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): ErrorCode {
  const apiError = toApiError(error);
  if (apiError.status >= 500) {
    request.log.error({ requestId: request.id, code: apiError.code, fault: faultOf(error) }, 'request failed');
  }
  const retryAfter = apiError.retryAfterSeconds ?? (apiError.status === 503 ? UNAVAILABLE_RETRY_SECONDS : undefined);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  void reply.code(apiError.status).type('application/json; charset=utf-8').send(errorBody(apiError, request.id));
  return apiError.code;
}

export function errorBody(apiError: ApiError, requestId: string): ErrorBody {
  return {
    error: apiError.code,
    message: apiError.message,
    requestId,
    ...(apiError.fields === undefined ? {} : { fields: apiError.fields }),
  };
}

/** Errors that Fastify itself throws before a handler runs. */
const FRAMEWORK_CODES: Record<string, { code: ErrorCode; message?: string }> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'payload_too_large' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'validation_error',
    message: 'Send JSON with the header Content-Type: application/json.',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { code: 'validation_error', message: 'Content-Length does not match the body.' },
  FST_ERR_CTP_EMPTY_JSON_BODY: { code: 'validation_error', message: 'The body is empty; send a JSON object.' },
};

function toApiError(error: FastifyError | Error): ApiError {
  if (error instanceof ApiError) return error;
  if ('validation' in error && Array.isArray(error.validation)) {
    const fields = fieldsOf(error.validation, error.validationContext);
    const [path, message] = Object.entries(fields)[0] ?? ['', 'is not valid'];
    return new ApiError('validation_error', { message: `${path || 'body'}: ${message}`, fields });
  }
  const known = 'code' in error ? FRAMEWORK_CODES[String(error.code)] : undefined;
  if (known !== undefined)
    return new ApiError(known.code, known.message === undefined ? {} : { message: known.message });
  if ('statusCode' in error && error.statusCode === 400)
    return new ApiError('validation_error', { message: 'The request cannot be read.' });
  return new ApiError(isDatabaseFault(error) ? 'unavailable' : 'internal_error', { cause: error });
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
