// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the causes of notices, which are written in the transaction of what they tell.
 * Refuses to know who is told, and in which words.
 */
export {
  enqueueAnomalyNotices,
  enqueueChanges,
  enqueueEscalations,
} from './notice-causes.ts';
export { entryNumberOf, type ToldKind } from './told-changes.ts';
