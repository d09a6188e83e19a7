// SPDX-License-Identifier: Apache-2.0
/** A choice of the person that the browser keeps. Where it keeps nothing, the choice lasts as long as the page. */

export function readPreference<Value extends string>(name: string, allowed: readonly Value[]): Value | null {
  try {
    const stored = localStorage.getItem(`svc.${name}`);
    return allowed.find((value) => value === stored) ?? null;
  } catch {
    return null;
  }
}

/** A choice with no closed list of words; empty where none was kept. */
export function readText(name: string): string {
  try {
    return localStorage.getItem(`svc.${name}`) ?? '';
  } catch {
    return '';
  }
}

export function keepPreference(name: string, value: string): void {
  try {
    localStorage.setItem(`svc.${name}`, value);
  } catch {
    // Storage is off: nothing else depends on it.
  }
}
