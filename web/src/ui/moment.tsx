/** Moments relative to now, which go on while they are looked at. */
import { useEffect, useState } from 'react';
import { useLanguage } from '../language/index.tsx';

const TICK_EVERY_MS = 1_000;

/** The time of the device, new each second. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}

export function Moment({ iso, text }: { iso: string; text: string }) {
  const { format } = useLanguage();
  return (
    <time dateTime={iso} title={format.dateTime(iso)}>
      {text}
    </time>
  );
}
