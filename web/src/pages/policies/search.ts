// SPDX-License-Identifier: Apache-2.0
/** The addresses of these pages keep a bounded number of bounded texts; each page takes those that it knows. */
import { listSearchOf } from '../../list/address.ts';

export const policiesSearchOf = listSearchOf<'listPolicies'>;

export const guardrailsSearchOf = listSearchOf<'listGuardrails'>;

interface PageSearch {
  /** A new policy starts from the place of a starting policy, or from the id of one to copy. */
  start?: string;
  copy?: string;
  /** The version whose changes are shown. */
  version?: string;
  /** The change that waits for a second person. */
  open?: string;
}

export const policyPageSearchOf = listSearchOf as unknown as (search: Record<string, unknown>) => PageSearch;
