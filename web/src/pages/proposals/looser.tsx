// SPDX-License-Identifier: Apache-2.0
/** All of a change that lets more through: decisions of the policies, settings, and fields of records. */
import type { Looser as LooserParts, LooserRecord } from '@svc/contract';
import { useWords } from '../../language/word-set.ts';
import { ChangeList } from '../../policy/loosening/change-list.tsx';
import { proposalsWords } from './words.ts';

export function Looser({ looser: { policies, settings, records } }: { looser: LooserParts }) {
  const words = useWords(proposalsWords);
  const isListed = settings.length + records.length > 0;
  return (
    <>
      {policies?.complete === false && <p className="text-ink-2">{words.unknown}</p>}
      {policies !== null && <ChangeList changes={policies.changes} />}
      {isListed && (
        <dl className="grid gap-x-6 gap-y-1.5 md:grid-cols-[auto_1fr]">
          {settings.map(({ field, before, after }) => (
            <Field key={field} field={field} name={nameIn(words.settings, field)} before={before} after={after} />
          ))}
          {records.map((record) => (
            <RecordField key={`${record.type} ${record.name} ${record.field}`} record={record} />
          ))}
        </dl>
      )}
    </>
  );
}

function RecordField({ record: { type, name, field, before, after } }: { record: LooserRecord }) {
  const words = useWords(proposalsWords);
  const title = words.record(words.types[type], name, nameIn(words.fields, field));
  return <Field field={field} name={title} before={before} after={after} />;
}

interface FieldProps {
  field: string;
  name: string;
  before: unknown;
  after: unknown;
}

function Field({ field, name, before, after }: FieldProps) {
  const words = useWords(proposalsWords);
  const shown = (value: unknown) => valueText(words, field, value);
  const isWhole = field === 'created' || field === 'deleted';
  return (
    <>
      <dt className="wrap-anywhere text-ink-2">{name}</dt>
      <dd className="wrap-anywhere">{isWhole ? shown(after ?? before) : words.from(shown(before), shown(after))}</dd>
    </>
  );
}

const nameIn = (names: Readonly<Record<string, string>>, field: string): string => names[field] ?? field;

/** Fields in which null restricts nothing. */
const RESTRICTIONS: ReadonlySet<string> = new Set(['permissions', 'agentIds', 'actions', 'methods']);

type Words = { yes: string; no: string; unrestricted: string; nothing: string };

function valueText(words: Words, field: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (value === null || value === undefined) return RESTRICTIONS.has(field) ? words.unrestricted : words.nothing;
  if (Array.isArray(value)) return value.map((item) => itemText(item)).join(', ') || words.nothing;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A permission is an action on a resource. */
function itemText(item: unknown): string {
  if (typeof item !== 'object' || item === null) return String(item);
  const { action, resource } = item as { action?: string; resource?: string };
  return action === undefined || resource === undefined ? JSON.stringify(item) : `${action} ${resource}`;
}
