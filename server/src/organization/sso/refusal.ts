// SPDX-License-Identifier: Apache-2.0
/** The refusals of a sign-in. The person reads why in words of the page; faults of the directory stay in the log. */
import type { SsoRefusal } from '@svc/contract';
import { ApiError } from '../../platform/errors/index.ts';
import type { Logger } from '../../platform/logging/index.ts';
import { directoryFaultOf } from './directory-fault.ts';

export const refused = (reason: SsoRefusal): ApiError => new ApiError('sso_refused', { reason });

/** Codes and names alone are logged: an answer of a directory may hold what is told of a person. */
export function refusedBy(log: Logger, organizationId: string, error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const away = directoryFaultOf(error);
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
  const fault = away === null ? { name, code } : { name: away.name, code: away.code };
  log.warn({ organizationId, fault }, 'sign-in by a directory refused');
  return refused(away === null ? 'ANSWER_REFUSED' : 'DIRECTORY_AWAY');
}
