// SPDX-License-Identifier: Apache-2.0
/** The pages that a person has left, newest first. The tab keeps them for the palette, apart for each organization. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { meQuery } from '../session/me.ts';

export interface Place {
  pathname: string;
  title: string;
}

const KEPT_MAX = 6;
/** Each page ends its title with the name of the product. */
const PRODUCT = / · svc$/;

function useKeptAs(): string {
  const { user, organization } = useSuspenseQuery(meQuery).data;
  return `svc.last-places.${user.id}.${organization.id}`;
}

/** Only this file writes them: whatever else stands there counts as none. */
function placesKept(name: string): Place[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(name) ?? '[]') as Place[];
    return kept.filter(({ pathname, title }) => typeof pathname === 'string' && typeof title === 'string');
  } catch {
    return [];
  }
}

/** Notes each page at the moment when it is left: its title stands by then. */
export function useNotingPlaces(): void {
  const router = useRouter();
  const name = useKeptAs();
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
        if (fromLocation === undefined || !pathChanged) return;
        const left = { pathname: fromLocation.pathname, title: document.title.replace(PRODUCT, '') };
        const others = placesKept(name).filter(({ pathname }) => pathname !== left.pathname);
        try {
          sessionStorage.setItem(name, JSON.stringify([left, ...others].slice(0, KEPT_MAX)));
        } catch {
          // Storage is off: the palette shows no last places.
        }
      }),
    [router, name],
  );
}

/** @returns the last places without the one that is open */
export function useLastPlaces(): Place[] {
  const router = useRouter();
  const here = router.state.location.pathname;
  return placesKept(useKeptAs()).filter(({ pathname }) => pathname !== here);
}
