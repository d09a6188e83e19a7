// SPDX-License-Identifier: Apache-2.0
/** The audit: every entry, newest first; the whole chain verified, and its export, for owners and admins. */
import type { AuditItem } from '@svc/contract';
import { lazy, Suspense } from 'react';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import type { ListColumn } from '../../list/columns.ts';
import { ListPage } from '../../list/list-page.tsx';
import { timeColumn } from '../../list/time-cell.tsx';
import { Can } from '../../session/may.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ChainCheck } from './chain-check.tsx';
import { DecideAgain } from './decide-again.tsx';
import { EntryDrawer } from './drawer.tsx';
import { sentenceCell, useSentenceText } from './sentence.tsx';
import { auditWords } from './words.ts';

const Exports = lazy(() => import('./exports.tsx'));

export function AuditPage() {
  const words = useWords(auditWords);
  return (
    <ListPage<'listAudit', AuditItem>
      id="listAudit"
      title={words.title}
      searchLabel={words.search}
      columns={useColumns()}
      keyOf={({ seq }) => String(seq)}
      linkColumn="what"
      drawer={(opened) => <EntryDrawer opened={opened} />}
      empty={<EmptyState help="audit" title={words.emptyTitle} text={words.emptyText} />}
      files={(rows) => (
        <Suspense>
          <Exports rows={rows} />
        </Suspense>
      )}
      above={() => (
        <Can operation="verifyAudit">
          <ChainCheck />
          <DecideAgain />
        </Can>
      )}
    />
  );
}

function useColumns(): ListColumn<AuditItem>[] {
  const { format } = useLanguage();
  const words = useWords(auditWords);
  const sentence = useSentenceText();
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
    { id: 'what', name: words.what, width: 'minmax(0, 1fr)', phone: 'below', value: sentence, cell: sentenceCell },
    { id: 'actor', name: words.actor, width: 'minmax(0, 10rem)', value: actor },
    { id: 'kind', name: words.kind, width: '0', isTold: true, value: ({ kind }) => kind },
    {
      id: 'about',
      name: words.subject,
      width: '0',
      isTold: true,
      value: ({ subject }) => `${subject.type} ${subject.id}`,
    },
    { id: 'hash', name: words.hash, width: '0', isTold: true, value: ({ hash }) => hash },
    timeColumn('when', words.when, ({ at }) => at),
  ];
}
