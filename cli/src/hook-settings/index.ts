// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the settings by which a harness starts the hook: where each keeps them, what stands there, and how ours is added
 * and taken out. It refuses to know what the hook does.
 */
export { type HookFile, hookFileOf, INSTALLED_NAMES, type InstalledName, SCOPES, type Scope } from './hook-file.ts';
export { versionFault } from './version.ts';
