// SPDX-License-Identifier: Apache-2.0
/** A list of ten thousand rows, of which the document holds those in sight. */
import type { EventItem } from '@svc/contract';
import type { RowSelectionState } from '@tanstack/react-table';
import { useState } from 'react';
import { Risk } from '../../decision/risk.tsx';
import { RowAct } from '../../decision/sentence.tsx';
import { Verdict } from '../../decision/verdict.tsx';
import { Panel } from '../../detail/panel.tsx';
import type { ListColumn } from '../../list/columns.ts';
import { ListTable } from '../../list/list-table.tsx';
import { sampleEvents } from './samples.ts';

const ROWS = 10_000;
const EVENTS = sampleEvents(ROWS);

const COLUMNS: ListColumn<EventItem>[] = [
  {
    id: 'records',
    name: 'Records',
    width: '5rem',
    phone: 'start',
    value: ({ recordsAffected }) => recordsAffected,
  },
  {
    id: 'outcome',
    name: 'Outcome',
    width: '8rem',
    phone: 'end',
    value: ({ decision }) => decision,
    cell: (event) => <Verdict event={event} />,
  },
  {
    id: 'risk',
    name: 'Risk',
    width: '4rem',
    phone: 'middle',
    value: ({ riskScore }) => riskScore,
    cell: (event) => <Risk level={event.riskLevel} score={event.riskScore} />,
  },
  {
    id: 'what',
    name: 'What',
    width: 'minmax(0, 1fr)',
    phone: 'below',
    value: ({ id }) => id,
    cell: (event) => <RowAct event={event} />,
  },
];

export function ListParts() {
  const [selected, setSelected] = useState<RowSelectionState>({});
  const [open, setOpen] = useState<string>();
  const [sort, setSort] = useState<string>();
  return (
    <Panel title="A list of 10,000 rows">
      <div className="flex flex-col md:h-96">
        <ListTable
          label="Ten thousand"
          columns={COLUMNS}
          items={EVENTS}
          keyOf={({ id }) => id}
          linkColumn="what"
          openKey={open}
          onOpen={setOpen}
          onClose={() => setOpen(undefined)}
          selected={selected}
          onSelect={setSelected}
          sort={sort}
          onSort={setSort}
          isComplete
          onEndSeen={() => {}}
        />
      </div>
    </Panel>
  );
}
