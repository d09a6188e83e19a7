// SPDX-License-Identifier: Apache-2.0
/** Which columns are shown, and how high the rows are. */
import { Columns3 } from 'lucide-react';
import { useWords } from '../language/word-set.ts';
import { buttonClass } from '../ui/button.tsx';
import { CheckField } from '../ui/field.tsx';
import { Popover } from '../ui/popover.tsx';
import { Segment } from '../ui/segment.tsx';
import type { Density } from './list-table.tsx';
import { listPageWords } from './page-words.ts';

interface ViewMenuProps {
  columns: readonly { id: string; name: string }[];
  hidden: ReadonlySet<string>;
  onHide(hidden: ReadonlySet<string>): void;
  density: Density;
  onDensity(density: Density): void;
}

export function ViewMenu({ columns, hidden, onHide, density, onDensity }: ViewMenuProps) {
  const words = useWords(listPageWords);
  const toggle = (id: string) => {
    const next = new Set(hidden);
    if (!next.delete(id)) next.add(id);
    onHide(next);
  };
  const trigger = (
    <>
      <Columns3 aria-hidden className="size-4" />
      {words.view}
    </>
  );
  return (
    <Popover title={words.view} trigger={trigger} triggerClass={`${buttonClass('ghost')} max-md:hidden`}>
      <div className="flex w-52 flex-col gap-2 p-2">
        {columns.map(({ id, name }) => (
          <CheckField key={id} label={name} checked={!hidden.has(id)} onChange={() => toggle(id)} />
        ))}
        <Segment
          label={words.density}
          value={density}
          choices={(['normal', 'compact'] as const).map((value) => ({ value, name: words.densities[value] }))}
          onChoose={onDensity}
        />
      </div>
    </Popover>
  );
}
