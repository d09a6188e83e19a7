// SPDX-License-Identifier: Apache-2.0
/** The actor of a file's changes, named in every audit entry and in every version of a policy set. */
import type { ChangeOrigin } from '../../storage/heads/index.ts';

export function originAt(nowMs: number): ChangeOrigin {
  return { actor: { type: 'system', id: 'provisioning' }, nowMs, source: 'provisioning', keyPrefix: null };
}
