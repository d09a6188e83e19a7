// SPDX-License-Identifier: Apache-2.0
/**
 * Faults in the words of JSON-RPC 2.0 and the standard. Clients fail closed on all of these; on -32603, an internal
 * error, their own posture would count, and so it is never answered.
 */
import { ApiError } from '../../../platform/errors/index.ts';
import type { Metrics } from '../../../storage/metrics/index.ts';
import { type FailedRequest, publicError } from '../../http/index.ts';

const CODES = {
  PARSE_ERROR: -32_700,
  INVALID_REQUEST: -32_600,
  METHOD_NOT_FOUND: -32_601,
  INVALID_PARAMS: -32_602,
  SESSION_REFUSED: -32_000,
  UNSUPPORTED_VERSION: -32_001,
  SIGNATURE_INVALID: -32_004,
  REPLAY_DETECTED: -32_005,
  TIMESTAMP_OUT_OF_WINDOW: -32_006,
} as const;

export class AcsFault extends Error {
  readonly code: keyof typeof CODES;

  constructor(code: keyof typeof CODES, message: string) {
    super(message);
    this.code = code;
  }
}

/** The member `error` of an answer. */
export function faultOf(
  error: Error,
  request: FailedRequest,
  { errors }: Pick<Metrics, 'errors'>,
): { code: number; message: string } {
  if (error instanceof AcsFault) return { code: CODES[error.code], message: error.message };
  const { code, status, message } = publicError(error, request);
  errors[code].add();
  return { code: CODES[codeOf(status)], message };
}

function codeOf(status: number): keyof typeof CODES {
  if (status === 400) return 'PARSE_ERROR';
  if (status === 413) return 'INVALID_REQUEST';
  return 'SESSION_REFUSED';
}

/** Reasons against one call, which are told as a denial. A key that ended, and faults of the service, are none. */
export const isDenial = (error: unknown): error is ApiError =>
  error instanceof ApiError && [400, 403, 404, 409, 413].includes(error.status);
