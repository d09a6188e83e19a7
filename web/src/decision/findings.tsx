// SPDX-License-Identifier: Apache-2.0
/** The findings in the content, by type and LGPD category. The content itself was never stored. */
import type { DlpType, EventDetail, EventItem } from '@svc/contract';
import { useWords } from '../language/word-set.ts';
import { actWords } from './act-words.ts';
import { CATEGORY_OF_FINDING } from './findings-table.ts';
import { whyWords } from './why-words.ts';

export function Findings({ event, factors }: { event: EventItem; factors: EventDetail['why']['riskFactors'] }) {
  const why = useWords(whyWords);
  const points = factors.find(({ code }) => code === 'CONTENT')?.points ?? 0;
  const act = useWords(actWords);
  if (event.dlpFindings.length === 0) {
    const { contentScanned } = event;
    const none = contentScanned === null ? act.scanUnknown : contentScanned ? why.nothingFound : act.nothingSent;
    return <p className="text-ink-3">{none}</p>;
  }
  return (
    <>
      <FindingsTable types={event.dlpFindings} />
      {points > 0 && <p className="mt-2 text-meta text-ink-3">{why.countsOnce(points)}</p>}
    </>
  );
}

interface FindingsTableProps {
  types: readonly DlpType[];
  /** How often each was found, where that is known. */
  times?: { name: string; of(type: DlpType): string };
}

export function FindingsTable({ types, times }: FindingsTableProps) {
  const why = useWords(whyWords);
  return (
    <table className="w-full text-left">
      <thead className="text-micro text-ink-3">
        <tr className="h-7 border-b border-line">
          <th scope="col" className="font-medium">
            {why.type}
          </th>
          <th scope="col" className="font-medium">
            {why.category}
          </th>
          {times !== undefined && (
            <th scope="col" className="text-right font-medium">
              {times.name}
            </th>
          )}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {types.map((type) => (
          <tr key={type} className="h-8">
            <th scope="row" className="font-medium">
              {why.types[type]}
            </th>
            <td className="text-ink-2">{why.categories[CATEGORY_OF_FINDING[type]]}</td>
            {times !== undefined && <td className="text-right tabular-nums">{times.of(type)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
