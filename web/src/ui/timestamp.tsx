// SPDX-License-Identifier: Apache-2.0
/** Moments relative to now, which go on while they are looked at. */
import { useEffect, useState } from 'react';
import { useLanguage } from '../language/index.tsx';

const TICK_EVERY_MS = 1_000;

/** The time of the device, new each second unless it is needed less often. */
export function useNow(everyMs = TICK_EVERY_MS): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}

export function Timestamp({ iso, text }: { iso: string; text: string }) {
  const { format } = useLanguage();
  return (
    <time dateTime={iso} title={format.dateTime(iso)}>
      {text}
    </time>
  );
}
