/** The one place where an error becomes an HTTP answer. Private detail goes to the log only. */

import type { ErrorBody, ErrorCode } from '@svc/contract';
import { fieldsOf } from '@svc/documents';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseFault } from '../db/faults.ts';
import { Refusal } from '../refusal.ts';

const UNAVAILABLE_RETRY_SECONDS = 1;

/** @returns the code that was answered */
export function replyWithError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): ErrorCode {
  const refusal = toRefusal(error);
  if (refusal.status >= 500) {
    request.log.error({ requestId: request.id, code: refusal.code, fault: faultOf(error) }, 'request failed');
  }
  const retryAfter = refusal.retryAfterSeconds ?? (refusal.status === 503 ? UNAVAILABLE_RETRY_SECONDS : undefined);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  void reply.code(refusal.status).type('application/json; charset=utf-8').send(errorBody(refusal, request.id));
  return refusal.code;
}

export function errorBody(refusal: Refusal, requestId: string): ErrorBody {
  return {
    error: refusal.code,
    message: refusal.message,
    requestId,
    ...(refusal.fields === undefined ? {} : { fields: refusal.fields }),
  };
}

/** What Fastify itself throws before a handler runs. */
const FRAMEWORK_CODES: Record<string, { code: ErrorCode; message?: string }> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'payload_too_large' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'validation_error',
    message: 'Send JSON with the header Content-Type: application/json.',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { code: 'validation_error', message: 'Content-Length does not match the body.' },
  FST_ERR_CTP_EMPTY_JSON_BODY: { code: 'validation_error', message: 'The body is empty; send a JSON object.' },
};

function toRefusal(error: FastifyError | Error): Refusal {
  if (error instanceof Refusal) return error;
  if ('validation' in error && Array.isArray(error.validation)) {
    const fields = fieldsOf(error.validation, error.validationContext);
    const [path, message] = Object.entries(fields)[0] ?? ['', 'is not valid'];
    return new Refusal('validation_error', { message: `${path || 'body'}: ${message}`, fields });
  }
  const known = 'code' in error ? FRAMEWORK_CODES[String(error.code)] : undefined;
  if (known !== undefined)
    return new Refusal(known.code, known.message === undefined ? {} : { message: known.message });
  if ('statusCode' in error && error.statusCode === 400)
    return new Refusal('validation_error', { message: 'The request cannot be read.' });
  return new Refusal(isDatabaseFault(error) ? 'unavailable' : 'internal_error', { cause: error });
}

/** Only what cannot hold a caller's data: names, codes and our own stack. A driver's message may quote values. */
function faultOf(error: Error): Record<string, unknown> {
  const cause = error instanceof Refusal && error.cause instanceof Error ? error.cause : error;
  const { code, severity } = cause as { code?: unknown; severity?: unknown };
  const stack = cause.stack?.split('\n').filter((line) => line.startsWith('    at '));
  return { name: cause.name, code, severity, stack };
}

export const NOT_FOUND = (method: string, path: string): Refusal =>
  new Refusal('not_found', { message: `Cannot ${method} ${path}` });
