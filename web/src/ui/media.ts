// SPDX-License-Identifier: Apache-2.0
/** The properties of the screen, as they change. */
import { useSyncExternalStore } from 'react';

const PHONE = '(max-width: 767.98px)';
const NARROW = '(max-width: 1279.98px)';
const STILL = '(prefers-reduced-motion: reduce)';

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}

export const usePhone = (): boolean => useMedia(PHONE);
/** A drawer covers the page instead of pushing it. */
export const useNarrow = (): boolean => useMedia(NARROW);
/** The person asked for less motion. */
export const useStill = (): boolean => useMedia(STILL);
