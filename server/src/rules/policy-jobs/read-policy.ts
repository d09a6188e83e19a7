// SPDX-License-Identifier: Apache-2.0
/** Reads the text of a stored policy. */
import type { PolicySpec } from '@svc/contract';
import type { IdentifiedPolicy } from '@svc/core/policy';

export function readPolicy({ id, text }: { readonly id: string; readonly text: string }): IdentifiedPolicy {
  return { ...(JSON.parse(text) as PolicySpec), id };
}
