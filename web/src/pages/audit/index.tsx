/** The audit: every entry, newest first; the whole chain verified, and its export, for owners and admins. */
import type { AuditItem } from '@svc/contract';
import { shortHash } from '../../decision/history.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import type { ListColumn } from '../../list/columns.ts';
import { ListPage } from '../../list/list-page.tsx';
import { timeColumn } from '../../list/time-cell.tsx';
import { Can } from '../../session/may.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { inWords, subjectCell } from './cells.tsx';
import { ChainCheck } from './chain-check.tsx';
import { EntryDrawer } from './drawer.tsx';
import { auditWords } from './words.ts';

export function AuditPage() {
  const words = useWords(auditWords);
  return (
    <ListPage<'listAudit', AuditItem>
      id="listAudit"
      title={words.title}
      searchLabel={words.search}
      columns={useColumns()}
      keyOf={({ seq }) => String(seq)}
      linkColumn="kind"
      drawer={(opened) => <EntryDrawer opened={opened} />}
      empty={<EmptyState title={words.emptyTitle} text={words.emptyText} />}
      above={() => (
        <Can operation="verifyAudit">
          <ChainCheck />
        </Can>
      )}
    />
  );
}

function useColumns(): ListColumn<AuditItem>[] {
  const { format } = useLanguage();
  const words = useWords(auditWords);
  const actor = ({ actor: { type, id, name } }: AuditItem) => (type === 'system' ? words.system : (name ?? id));
  return [
    {
      id: 'entry',
      name: words.entry,
      width: '5rem',
      phone: 'start',
      value: ({ seq }) => seq,
      cell: ({ seq }) => <span className="text-ink-3 tabular-nums">{format.number(seq)}</span>,
    },
    { id: 'kind', name: words.kind, width: 'minmax(0, 2fr)', phone: 'below', value: ({ kind }) => kind, cell: inWords },
    { id: 'actor', name: words.actor, width: 'minmax(0, 10rem)', phone: 'below', value: actor },
    {
      id: 'about',
      name: words.subject,
      width: 'minmax(0, 1.2fr)',
      value: ({ subject }) => `${subject.type} ${subject.id}`,
      cell: subjectCell,
    },
    {
      id: 'hash',
      name: words.hash,
      width: '10rem',
      isWide: true,
      value: ({ hash }) => hash,
      cell: ({ hash }) => <code className="text-ink-3">{shortHash(hash)}</code>,
    },
    timeColumn('when', words.when, ({ at }) => at),
  ];
}
