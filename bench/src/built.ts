// SPDX-License-Identifier: Apache-2.0
/** Modules of the built server: what is measured is what runs. */

/** @param path below server/dist */
export async function loadBuilt<Module>(path: string): Promise<Module> {
  return (await import(new URL(`../../server/dist/${path}`, import.meta.url).href)) as Module;
}
