/** Entries as rows of a table. */
import type { AuditItem } from '@svc/contract';
import { Link } from '@tanstack/react-router';
import { useLanguage } from '../../language/index.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Moment } from '../../ui/moment.tsx';

export function Entries({ items }: { items: readonly AuditItem[] }) {
  const { messages } = useLanguage();
  const { audit } = messages;
  return (
    <ListTable caption={audit.lead} columns={[audit.entry, audit.kind, audit.actor, audit.details, audit.when]}>
      {items.map((item) => (
        <EntryRow key={item.seq} item={item} />
      ))}
    </ListTable>
  );
}

/** A review has the id of its event. */
const EVENT_SUBJECTS = new Set(['event', 'review']);

const ROW = 'align-top max-md:flex max-md:flex-wrap max-md:items-baseline max-md:gap-x-3 max-md:gap-y-1 max-md:p-4';

function EntryRow({ item }: { item: AuditItem }) {
  const { messages, format } = useLanguage();
  const { audit } = messages;
  const { type, id, name } = item.actor;
  return (
    <tr className={ROW}>
      <td className="text-muted tabular-nums md:px-4 md:py-3">{item.seq}</td>
      <th scope="row" className="font-mono text-xs font-semibold md:px-4 md:py-3.5">
        {item.kind}
      </th>
      <td className="max-md:w-full md:px-4 md:py-3">{type === 'system' ? audit.system : (name ?? id)}</td>
      <td className="max-md:w-full md:px-4 md:py-3">
        <details>
          <summary className="text-muted hover:text-ink">
            {item.subject.type} <span className="font-mono text-xs break-all">{item.subject.id}</span>
          </summary>
          <pre className="mt-1.5 rounded-lg bg-sunken px-3 py-2 font-mono text-xs break-all whitespace-pre-wrap">
            {JSON.stringify(item.metadata, null, 2)}
            {`\n${item.hash}`}
          </pre>
          {EVENT_SUBJECTS.has(item.subject.type) && (
            <Link
              to="/events/$eventId"
              params={{ eventId: item.subject.id }}
              className="mt-1.5 inline-block font-medium text-accent hover:underline"
            >
              {audit.seeEvent}
            </Link>
          )}
        </details>
      </td>
      <td className="text-muted max-md:w-full md:px-4 md:py-3 md:whitespace-nowrap">
        <Moment iso={item.at} text={format.dateTime(item.at)} />
      </td>
    </tr>
  );
}
