// SPDX-License-Identifier: Apache-2.0
/** Bars where the rows will be. They come after a moment, so that a quick answer never flashes. */
import { useEffect, useState } from 'react';
import { useLanguage } from '../language/index.tsx';

const APPEARS_AFTER_MS = 200;
const SLOW_AFTER_MS = 10_000;

export function Skeleton({ rows = 8, rowClass = 'h-[2.125rem]' }: { rows?: number; rowClass?: string }) {
  const { ui } = useLanguage().messages;
  const [waited, setWaited] = useState<'' | 'shown' | 'slow'>('');
  useEffect(() => {
    const timers = [
      setTimeout(() => setWaited('shown'), APPEARS_AFTER_MS),
      setTimeout(() => setWaited('slow'), SLOW_AFTER_MS),
    ];
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, []);
  return (
    // Its bars give way: they make no place wider than it is.
    <div role="status" className="grid grid-cols-[minmax(0,1fr)]">
      <span className="sr-only">{ui.loading}</span>
      {waited !== '' &&
        Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change places
          <div key={row} aria-hidden className={`flex items-center gap-6 border-b border-line px-6 ${rowClass}`}>
            <span className="h-2.5 w-16 rounded-s bg-selected" />
            <span className="h-2.5 w-24 rounded-s bg-selected" />
            <span className="h-2.5 w-40 rounded-s bg-selected" />
          </div>
        ))}
      {waited === 'slow' && <p className="px-6 py-3 text-meta text-ink-3">{ui.slow}</p>}
    </div>
  );
}
