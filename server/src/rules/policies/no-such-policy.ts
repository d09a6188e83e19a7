// SPDX-License-Identifier: Apache-2.0
/** The refusal of an id that is of no policy of the organization. */
import { ApiError } from '../../platform/errors/index.ts';

export function noSuchPolicy(): ApiError {
  return new ApiError('not_found', { message: 'There is no such policy.' });
}
