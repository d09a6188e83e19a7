// SPDX-License-Identifier: Apache-2.0
/** The text that was scanned, with each finding marked at its place, and below it what was found how often. */
import type { TextScan } from '@svc/contract';
import { FindingsTable } from '../../decision/findings.tsx';
import { whyWords } from '../../decision/why-words.ts';
import { Panel } from '../../detail/panel.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { type Segment, segmentsOf } from './segments.ts';
import { tryWords } from './words.ts';

export interface Scanned {
  text: string;
  scan: TextScan;
}

export function Found({ text, scan }: Scanned) {
  const words = useWords(tryWords);
  const counts = new Map(scan.types.map(({ type, count }) => [type, count]));
  const { format } = useLanguage();
  return (
    <Panel title={words.found} aside={words.kept}>
      {scan.types.length === 0 ? (
        <p className="text-ink-2">{words.nothingFound}</p>
      ) : (
        <FindingsTable
          types={scan.types.map(({ type }) => type)}
          times={{ name: words.times, of: (type) => format.number(counts.get(type) ?? 0) }}
        />
      )}
      <section
        aria-label={words.text}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        tabIndex={0}
        className="mt-3 max-h-80 overflow-auto rounded-m bg-sunken p-3 font-mono text-meta whitespace-pre-wrap"
      >
        {segmentsOf(text, scan.findings).map((segment) =>
          segment.types.length === 0 ? segment.text : <Marked key={segment.start} segment={segment} />,
        )}
      </section>
    </Panel>
  );
}

function Marked({ segment: { text, ending } }: { segment: Segment }) {
  const { types } = useWords(whyWords);
  return (
    <mark className="rounded-s bg-review-soft text-ink">
      {text}
      {ending.length > 0 && (
        <span className="mx-1 rounded-s border border-review-fill px-1 font-sans text-micro text-review-ink">
          {ending.map((type) => types[type]).join(', ')}
        </span>
      )}
    </mark>
  );
}
