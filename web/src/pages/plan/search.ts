// SPDX-License-Identifier: Apache-2.0
/** The person has just come back from the page of payment. */
export interface PlanSearch {
  paid?: '1';
}

export function planSearchOf({ paid }: Record<string, unknown>): PlanSearch {
  return paid === '1' ? { paid } : {};
}
