// SPDX-License-Identifier: Apache-2.0
/**
 * Owns by which sign-in an organization is entered: any, or that of its directory alone; and that an owner remains who
 * enters without it. It refuses to know how a directory is asked.
 */
export { checkBreakGlass, checkBreakGlassOf } from './break-glass.ts';
export { refuseDirectory, refuseOthers } from './kinds-of-sessions.ts';
export { NEEDS_DIRECTORY, needsDirectoryIn } from './needs-directory.ts';
