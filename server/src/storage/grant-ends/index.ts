// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the end of grants. A change that takes away what a grant stands on ends it in its own transaction. It refuses to
 * know how grants are made, and what they let through.
 */
export { endedByChanges } from './by-changes.ts';
export { endGrants, grantsRunOut } from './end-grants.ts';
