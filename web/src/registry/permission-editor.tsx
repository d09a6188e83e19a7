// SPDX-License-Identifier: Apache-2.0
/** The most that an agent may do: everything that policies allow, or a table of actions by resources to tick. */
import type { EventAction } from '@svc/contract';
import { X } from 'lucide-react';
import { useState } from 'react';
import { contains } from '../language/contains.ts';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { IconButton } from '../ui/button.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { useSubjectName } from './permission-words.ts';
import {
  ACTIONS,
  kindOfSubject,
  type Permission,
  type PermissionTable,
  permissionsOf,
  tableOf,
  toggled,
  withoutRow,
  withRow,
} from './permissions.ts';
import { useNames } from './record-combobox.tsx';
import { registryWords } from './words.ts';

interface PermissionEditorProps {
  value: readonly Permission[] | null;
  error: string | undefined;
  onChange(value: Permission[] | null): void;
}

export function PermissionEditor({ value, error, onChange }: PermissionEditorProps) {
  const { permissions: words } = useWords(registryWords);
  // A row without a tick says nothing to the service, and is kept here while it is filled.
  const [table, setTable] = useState<PermissionTable>(() => tableOf(value ?? []));
  const change = (next: PermissionTable) => {
    setTable(next);
    onChange(permissionsOf(next));
  };
  const choices = [
    { isListed: false, name: words.anything, hint: words.anythingHint },
    { isListed: true, name: words.listed, hint: words.listedHint },
  ];
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-meta font-medium text-ink-2">{words.which}</legend>
      {choices.map(({ isListed, name, hint }) => (
        <label key={name} className="flex items-start gap-2.5 max-md:min-h-11">
          <input
            type="radio"
            name="permissions"
            className="mt-0.5 size-4 shrink-0 accent-solid"
            checked={(value !== null) === isListed}
            onChange={() => onChange(isListed ? permissionsOf(table) : null)}
          />
          <span>
            {name}
            <span className="block text-meta text-ink-3">{hint}</span>
          </span>
        </label>
      ))}
      {value !== null && (
        <div className="mt-2 flex flex-col gap-3">
          {table.size > 0 && <Grid table={table} onChange={change} />}
          <AddSubject table={table} onAdd={(subject) => change(withRow(table, subject))} />
          {value.length === 0 && <p className="text-meta text-review-ink">{words.nothing}</p>}
        </div>
      )}
      {error !== undefined && <p className="text-meta text-block-ink">{error}</p>}
    </fieldset>
  );
}

interface GridProps {
  table: PermissionTable;
  onChange(table: PermissionTable): void;
}

function Grid({ table, onChange }: GridProps) {
  const words = useWords(registryWords);
  return (
    <section
      aria-label={words.permissions.listed}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
      tabIndex={0}
      className="max-h-72 overflow-auto rounded-m border border-line focus-visible:-outline-offset-2"
    >
      <table className="w-full text-left">
        <thead className="sticky top-0 z-2 bg-raised text-micro font-medium text-ink-3">
          <tr>
            <th scope="col" className="sticky left-0 bg-raised px-3 py-1.5 font-medium">
              {words.permissions.subject}
            </th>
            {ACTIONS.map((action) => (
              <th key={action} scope="col" className="px-2 text-center font-medium">
                {words.verbs[action]}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {[...table].map(([subject, actions]) => (
            <Row key={subject} subject={subject} actions={actions} {...{ table, onChange }} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface RowProps extends GridProps {
  subject: string;
  actions: ReadonlySet<EventAction>;
}

function Row({ subject, actions, table, onChange }: RowProps) {
  const words = useWords(registryWords);
  const name = useSubjectName()(subject);
  return (
    <tr className="border-t border-line">
      <th
        scope="row"
        className={`sticky left-0 max-w-48 truncate bg-raised px-3 font-medium
          ${kindOfSubject(subject) === 'resource' ? 'font-mono' : ''}`}
      >
        {name}
      </th>
      {ACTIONS.map((action) => (
        <td key={action} className="text-center">
          <label className="grid h-8 place-items-center max-md:h-11 max-md:min-w-11">
            <input
              type="checkbox"
              aria-label={words.permissions.cell(words.verbs[action], name)}
              className="size-4 accent-solid"
              checked={actions.has(action)}
              onChange={() => onChange(toggled(table, subject, action))}
            />
          </label>
        </td>
      ))}
      <td className="w-9">
        <IconButton label={words.permissions.removeRow(name)} onClick={() => onChange(withoutRow(table, subject))}>
          <X aria-hidden className="size-3.5" />
        </IconButton>
      </td>
    </tr>
  );
}

function AddSubject({ table, onAdd }: { table: PermissionTable; onAdd(subject: string): void }) {
  const words = useWords(registryWords);
  const { classifications } = useLanguage().messages.words;
  const nameOf = useSubjectName();
  const { found, note, search, typed } = useNames('listResources', null);
  const fitting = ['ANY', ...Object.keys(classifications)].filter((subject) => contains(nameOf(subject), typed));
  return (
    <Combobox
      key={table.size}
      label={words.permissions.add}
      hint={words.permissions.addHint}
      value={null}
      choices={[...fitting, ...found].filter((subject) => !table.has(subject))}
      none={words.noneFound}
      note={note}
      nameOf={nameOf}
      onType={search}
      onChoose={(subject) => subject !== null && onAdd(subject)}
    />
  );
}
