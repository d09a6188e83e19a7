// SPDX-License-Identifier: Apache-2.0
/** The address asks for a filter that is not there: said, because the rows are more than was asked for. */
import { useWords } from '../language/word-set.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { useChangeSearch } from './change-search.ts';
import { listPageWords } from './page-words.ts';

export function UnknownFilters({ unknown }: { unknown: Readonly<Record<string, string>> }) {
  const entries = Object.entries(unknown);
  return entries.length === 0 ? null : <Said entries={entries} />;
}

function Said({ entries }: { entries: readonly (readonly [name: string, value: string])[] }) {
  const words = useWords(listPageWords);
  const change = useChangeSearch();
  const remove = () => change(Object.fromEntries(entries.map(([name]) => [name, undefined])), true);
  return (
    <div className="px-6 py-2 max-md:px-4">
      <Notice
        tone="information"
        what={words.unknownFilter(entries.length)}
        remedy={entries.map(([name, value]) => `${name}=${value}`).join(', ')}
      >
        <Button variant="ghost" size="small" onClick={remove}>
          {words.removeUnknown}
        </Button>
      </Notice>
    </div>
  );
}
