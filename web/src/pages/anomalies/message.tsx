// SPDX-License-Identifier: Apache-2.0
/** The anomaly as a sentence and, where it compares numbers, as two bars on one scale. */
import type { AnomalyItem } from '@svc/contract';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { anomaliesWords } from './words.ts';

/** Numbers as the reader writes them, and words of the service in the reader's language. */
export function useMessage(): (item: AnomalyItem) => string {
  const { messages, format } = useLanguage();
  const words = useWords(anomaliesWords);
  const { actions, destinations } = messages.words;
  const known: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    action: actions,
    destination: destinations,
  };
  return (item) => {
    const shown = Object.entries(item.messageParams).map(([name, value]) => [
      name,
      typeof value === 'number' ? format.number(value) : (known[name]?.[value ?? ''] ?? value ?? ''),
    ]);
    return words.messages[item.kind](Object.fromEntries(shown));
  };
}

/** The last hour and the usual one; null where the kind counts nothing. */
export function numbersOf({ kind, messageParams }: AnomalyItem): { now: number; usual: number } | null {
  const names = { VOLUME_SPIKE: ['records', 'usualRecords'], RATE_SPIKE: ['events', 'usualEvents'] } as const;
  if (kind !== 'VOLUME_SPIKE' && kind !== 'RATE_SPIKE') return null;
  const [now, usual] = names[kind].map((name) => Number(messageParams[name]));
  return now === undefined || usual === undefined || Number.isNaN(now + usual) ? null : { now, usual };
}

export function TwoBars({ item }: { item: AnomalyItem }) {
  const { format } = useLanguage();
  const words = useWords(anomaliesWords);
  const numbers = numbersOf(item);
  if (numbers === null) return <span className="text-ink-3">–</span>;
  const { now, usual } = numbers;
  const share = (value: number) => `${Math.max(1, (value / Math.max(now, usual, 1)) * 100)}%`;
  const bar = (name: string, value: number, fill: string) => (
    <span className="flex items-center gap-2 text-meta">
      <svg aria-hidden className="h-2 min-w-0 grow">
        <rect width={share(value)} height="8" rx="1" className={fill} />
      </svg>
      <span className="w-14 text-right tabular-nums" title={name}>
        <span className="sr-only">{name} </span>
        {format.number(value)}
      </span>
    </span>
  );
  return (
    <span className="flex flex-col">
      {bar(words.now, now, 'fill-risk-high')}
      {bar(words.usual, usual, 'fill-edge')}
    </span>
  );
}
