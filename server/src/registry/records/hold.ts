// SPDX-License-Identifier: Apache-2.0
/** Holds back changes of records that let more through. Another room knows who has to agree. */
import type { LooserRecord, LooserSetting } from '@svc/contract';
import type { Changer } from '../../people/memberships/index.ts';
import type { ApiError } from '../../platform/errors/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import type { Change } from '../../storage/heads/index.ts';

/**
 * Asked before a change is written, under the head's lock. With a refusal nothing of the change is written, and the
 * entries are.
 */
export type Hold = (
  where: { transaction: Transaction; organizationId: string; accountId: string },
  looser: { records?: LooserRecord[]; settings?: LooserSetting[] },
) => Promise<{ refusal: ApiError | null; changes: Change[] }>;

/** A person whose changes may be held back. */
export interface HeldChanger extends Changer {
  hold: Hold;
}

/** The values of a list that restricts; null restricts nothing. */
type Restriction = readonly unknown[] | null;

export function isWidened(before: Restriction, after: Restriction): boolean {
  return before !== null && (after === null || after.some((item) => !before.includes(item)));
}
