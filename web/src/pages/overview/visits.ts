// SPDX-License-Identifier: Apache-2.0
/** When this browser last saw the overview of an organization: the sentence begins there. */
import { useEffect, useState } from 'react';
import { hourText } from './period.ts';

const DAY_MS = 86_400_000;
/** A longer absence has no news in one sentence. */
const ABSENCE_MS_MAX = 30 * DAY_MS;
const NOTED_EVERY_MS = 30_000;

/** @returns the hour of the last visit; without one a day ago */
export function useLastVisit(organizationId: string): string {
  const key = `svc.overview-seen.${organizationId}`;
  const [since] = useState(() => {
    const nowMs = Date.now();
    const seenMs = Number(read(key) ?? Number.NaN);
    const isKnown = seenMs > nowMs - ABSENCE_MS_MAX && seenMs <= nowMs;
    return hourText(isKnown ? seenMs : nowMs - DAY_MS);
  });
  useEffect(() => {
    const note = () => write(key, String(Date.now()));
    const timer = setInterval(note, NOTED_EVERY_MS);
    return () => {
      clearInterval(timer);
      note();
    };
  }, [key]);
  return since;
}

/** A browser may keep nothing for us: each visit is then the first. */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // See `read`.
  }
}
