// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the settings by which a harness starts the hook: where each keeps them, what stands there, and how ours is added
 * and taken out. It refuses to know what the hook does.
 */
export { hookFileOf, INSTALLED_NAMES, type InstalledName, type Scope } from './hook-file.ts';
export { versionFault } from './version.ts';
