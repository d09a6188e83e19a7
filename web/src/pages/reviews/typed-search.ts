// SPDX-License-Identifier: Apache-2.0
/** The search follows what is typed when the typing pauses; the address then says it. */
import { useEffect, useRef, useState } from 'react';

const SEARCHES_AFTER_MS = 250;

export function useTypedSearch(q: string, search: (q: string | undefined) => void) {
  const [typed, setTyped] = useState<{ text: string; of: string } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    /** Another search in the address, as after going back, takes the place of what was typed. */
    text: typed?.of === q ? typed.text : q,
    type(text: string) {
      setTyped({ text, of: q });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => search(text.trim() === '' ? undefined : text.trim()), SEARCHES_AFTER_MS);
    },
  };
}
