// SPDX-License-Identifier: Apache-2.0
/** The way to the directory of a company, and back to where the person was going. */

const KEPT_AS = 'svc.directory.return';

/** As the directory has sent it with the browser. The router takes what it does not know out of the address. */
const ARRIVED = new URLSearchParams(location.search);
const ANSWER = ['code', 'state', 'iss', 'error'] as const;

export type DirectoryAnswer = Readonly<Partial<Record<(typeof ANSWER)[number], string>>>;

export function arrivedAnswer(): DirectoryAnswer {
  const given = ANSWER.flatMap((name) => {
    const value = ARRIVED.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given);
}

/** The tab keeps where it was; another one begins at the first page. */
export function leaveForDirectory(url: string, returnTo: string | undefined): void {
  try {
    if (returnTo === undefined) sessionStorage.removeItem(KEPT_AS);
    else sessionStorage.setItem(KEPT_AS, returnTo);
  } catch {
    // Storage is off: the person begins at the first page.
  }
  location.assign(url);
}

export function takeReturn(): string | undefined {
  try {
    const kept = sessionStorage.getItem(KEPT_AS) ?? undefined;
    sessionStorage.removeItem(KEPT_AS);
    return kept;
  } catch {
    return undefined;
  }
}
