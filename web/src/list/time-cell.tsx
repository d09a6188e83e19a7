/** When: the time of today to the second, of another day with its date. */
import { useLanguage } from '../language/index.tsx';
import { Timestamp } from '../ui/timestamp.tsx';

export function TimeCell({ iso }: { iso: string }) {
  const { format } = useLanguage();
  const isToday = new Date(iso).toDateString() === new Date().toDateString();
  return (
    <span className="whitespace-nowrap text-ink-3 tabular-nums">
      <Timestamp iso={iso} text={isToday ? format.clock(iso) : format.short(iso)} />
    </span>
  );
}
