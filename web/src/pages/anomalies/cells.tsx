// SPDX-License-Identifier: Apache-2.0
/** The state of an anomaly, and what it is about. */
import type { AnomalyItem } from '@svc/contract';
import { useWords } from '../../language/word-set.ts';
import { useMessage } from './message.tsx';
import { anomaliesWords } from './words.ts';

export function Status({ item }: { item: AnomalyItem }) {
  const words = useWords(anomaliesWords);
  return (
    <span className={item.status === 'OPEN' ? 'font-medium text-review-ink' : 'text-ink-3'}>
      {words.statuses[item.status]}
    </span>
  );
}

export function What({ item }: { item: AnomalyItem }) {
  const message = useMessage();
  const words = useWords(anomaliesWords);
  return (
    <>
      <span className="block truncate font-medium">
        {words.kinds[item.kind]} <span className="font-mono font-normal md:hidden">{item.agent.name}</span>
      </span>
      <span className="block truncate text-meta text-ink-3">{message(item)}</span>
    </>
  );
}
