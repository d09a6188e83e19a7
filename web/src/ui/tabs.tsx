// SPDX-License-Identifier: Apache-2.0
/** Parts of a page, one at a time; arrows move between them. */
import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

interface TabsProps {
  label: string;
  tabs: readonly { id: string; name: ReactNode; content: ReactNode }[];
}

export function Tabs({ label, tabs }: TabsProps) {
  return (
    <Base.Root defaultValue={tabs[0]?.id}>
      <Base.List
        aria-label={label}
        activateOnFocus
        className="flex gap-1 border-b border-line px-6 max-md:overflow-x-auto max-md:px-2"
      >
        {tabs.map(({ id, name }) => (
          <Base.Tab
            key={id}
            value={id}
            className="-mb-px flex h-10 items-center gap-2 border-b-2 border-transparent px-3 font-medium
              whitespace-nowrap text-ink-3 transition-colors hover:text-ink focus-visible:-outline-offset-2
              data-active:border-ink data-active:text-ink"
          >
            {name}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map(({ id, content }) => (
        <Base.Panel key={id} value={id} className="focus-visible:-outline-offset-2">
          {content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
