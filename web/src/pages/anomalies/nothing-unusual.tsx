// SPDX-License-Identifier: Apache-2.0
/** An empty list: nothing was found, or nothing could be compared yet. */
import { useQuery } from '@tanstack/react-query';
import { readOf } from '../../api/reading.ts';
import { useWords } from '../../language/word-set.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { anomaliesWords } from './words.ts';

export function NothingUnusual() {
  const words = useWords(anomaliesWords);
  const { data } = useQuery(readOf('readAnomalyScan'));
  if (data === undefined) return null;
  const { agentsCompared } = data;
  if (agentsCompared === 0)
    return <EmptyState help="anomalies" title={words.noneComparedTitle} text={words.noneComparedText} />;
  return (
    <EmptyState
      help="anomalies"
      title={words.emptyTitle}
      text={`${words.compared(agentsCompared)} ${words.emptyText}`}
    />
  );
}
