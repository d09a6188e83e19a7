// SPDX-License-Identifier: Apache-2.0
/** Acts that are open to one kind of session alone. */
import { ApiError } from '../../platform/errors/index.ts';

/** For an act that is about the whole account. @throws ApiError 403 for a session of a directory */
export function refuseDirectory({ isDirectory }: { isDirectory: boolean }): void {
  if (isDirectory) throw new ApiError('directory_session');
}

/** For an act at the directory. @throws ApiError 404 for a session that did not come from there */
export function refuseOthers({ isDirectory }: { isDirectory: boolean }): void {
  if (isDirectory) return;
  const message = 'You did not sign in by your company: confirm by your password or passkey.';
  throw new ApiError('not_found', { message });
}
