// SPDX-License-Identifier: Apache-2.0
/** The ways in which other software asks for a decision: how each is set up, and when it was used. */
import type { DoorUse } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { readOf } from '../../api/reading.ts';
import { doorWords } from '../../decision/door-words.ts';
import { contains } from '../../language/contains.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { useChangeSearch } from '../../list/change-search.ts';
import { Page, ScrollRegion } from '../../page/page.tsx';
import { useSandbox } from '../../page/sandbox.ts';
import { Answered } from '../../ui/answered.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SearchField } from '../../ui/field.tsx';
import { DoorRow } from './door-row.tsx';
import { DOOR_GROUPS, type DoorGroup, type OfferedDoor } from './snippets.ts';
import { doorsWords } from './words.ts';

export function DoorsPage() {
  const words = useWords(doorsWords);
  const [typed, setTyped] = useState('');
  const sandbox = useSandbox() ? 'true' : 'false';
  const uses = useQuery(readOf('listDoorUses', { query: { sandbox } }));
  const found = useFound(typed.trim());
  return (
    <Page
      title={words.title}
      tools={
        <SearchField
          label={words.search}
          placeholder={words.search}
          className="w-full max-w-md"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      }
    >
      <Answered query={uses}>
        {({ doors }) => (
          <ScrollRegion label={words.title}>
            {found.map(([group, offered]) => (
              <Group key={group} group={group} offered={offered} uses={doors} />
            ))}
            {found.length === 0 && (
              <EmptyState title={words.nothingFound} text={words.nothingText}>
                <Button onClick={() => setTyped('')}>{words.showAll}</Button>
              </EmptyState>
            )}
          </ScrollRegion>
        )}
      </Answered>
    </Page>
  );
}

/** The doors whose name, text or group holds what was typed. */
function useFound(typed: string): [DoorGroup, readonly OfferedDoor[]][] {
  const words = useWords(doorsWords);
  const { doors } = useWords(doorWords);
  return (Object.keys(DOOR_GROUPS) as DoorGroup[])
    .map((group): [DoorGroup, readonly OfferedDoor[]] => [
      group,
      DOOR_GROUPS[group].filter((door: OfferedDoor) =>
        contains([doors[door], words.offered[door].text, words.groups[group]].join('\n'), typed),
      ),
    ])
    .filter(([, offered]) => offered.length > 0);
}

interface GroupProps {
  group: DoorGroup;
  offered: readonly OfferedDoor[];
  uses: readonly DoorUse[];
}

function Group({ group, offered, uses }: GroupProps) {
  const { format } = useLanguage();
  const words = useWords(doorsWords);
  const { open } = useSearch({ from: '/signed-in/connect' });
  const change = useChangeSearch();
  return (
    <section aria-label={words.groups[group]}>
      <h2
        className="flex min-h-8 items-center gap-2 border-b border-line bg-sunken px-6 text-micro font-medium text-ink-3
          max-md:px-4"
      >
        {words.groups[group]}
        <span className="tabular-nums">{format.number(offered.length)}</span>
      </h2>
      {group === 'assistants' && <NoRules />}
      <ul>
        {offered.map((door) => (
          <DoorRow
            key={door}
            door={door}
            group={group}
            use={uses.find((one) => one.door === door)}
            isOpen={open === door}
            onToggle={() => change({ open: open === door ? undefined : door }, true)}
          />
        ))}
      </ul>
    </section>
  );
}

/** Stands until there is a set of tool rules. */
function NoRules() {
  const words = useWords(doorsWords);
  const { data } = useQuery(readOf('listToolRules', { query: { limit: '1' } }));
  if (data?.total !== 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-6 py-3 max-md:px-4">
      <span className="border-l-2 border-review-fill pl-3 text-ink-2">{words.noRules}</span>
      <Link to="/tool-rules" search={{}} className={buttonClass('line', 'small')}>
        {words.makeRules}
      </Link>
    </p>
  );
}
