// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the counts beside registered records: decisions of each day, what an agent does with a resource, and when a
 * record was last used. It counts recorded events behind the decisions. It refuses to know what a record is.
 */
export { countAll } from './count.ts';
