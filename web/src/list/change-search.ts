// SPDX-License-Identifier: Apache-2.0
/** Changes what stands in the address of a page: undefined takes a value out, and what is not named stays. */
import { useNavigate } from '@tanstack/react-router';

export type SearchChange = Readonly<Record<string, string | undefined>>;
/** A change that comes later than its cause reads what the address says by then. */
type LaterChange = (now: Readonly<Record<string, unknown>>) => SearchChange;

export function useChangeSearch(): (change: SearchChange | LaterChange, isReplacing?: boolean) => void {
  const navigate = useNavigate();
  return (change, isReplacing = false) =>
    void navigate({
      to: '.',
      replace: isReplacing,
      resetScroll: false,
      // The check of the page's own search takes out what it does not know.
      search: (now: Record<string, unknown>) =>
        ({ ...now, ...(typeof change === 'function' ? change(now) : change) }) as never,
    });
}
