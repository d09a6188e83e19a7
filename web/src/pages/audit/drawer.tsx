// SPDX-License-Identifier: Apache-2.0
/** One entry of the chain: what it holds, its hashes, and its proof. */
import type { AuditItem } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { failureOf } from '../../api/failure.ts';
import { readOf } from '../../api/reading.ts';
import { Proof } from '../../decision/proof.tsx';
import { DRAWER_LINK, Drawer } from '../../detail/drawer.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import type { Opened } from '../../list/list-page.tsx';
import { CopyIcon } from '../../ui/copy.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { kindSaid } from './said.ts';
import { auditWords } from './words.ts';

/** A review has the id of its event. */
const EVENT_SUBJECTS = new Set(['event', 'review']);

export function EntryDrawer({ opened }: { opened: Opened<AuditItem> }) {
  const words = useWords(auditWords);
  const { item, key } = opened;
  return (
    <Drawer label={`${words.entry} ${key}`} id={key} onMove={opened.onMove} onClose={opened.onClose}>
      <div className="flex flex-col gap-4 p-5">
        {item === undefined ? <p className="text-ink-3">{words.notLoaded}</p> : <Content key={key} item={item} />}
      </div>
    </Drawer>
  );
}

function Content({ item }: { item: AuditItem }) {
  const { format } = useLanguage();
  const words = useWords(auditWords);
  const { type, id, name } = item.actor;
  return (
    <>
      <p className="text-title">{kindSaid(words.kinds, item.kind)}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        <dt className="text-ink-3">{words.kind}</dt>
        <dd>
          <code>{item.kind}</code>
        </dd>
        <dt className="text-ink-3">{words.when}</dt>
        <dd>{format.dateTime(item.at)}</dd>
        <dt className="text-ink-3">{words.actor}</dt>
        <dd>{type === 'system' ? words.system : (name ?? id)}</dd>
        <dt className="text-ink-3">{words.subject}</dt>
        <dd>
          {item.subject.type} <code className="break-all">{item.subject.id}</code>
        </dd>
        <dt className="text-ink-3">{words.hash}</dt>
        <dd className="flex items-start gap-1">
          <code className="break-all">{item.hash}</code>
          <CopyIcon text={item.hash} what={words.hash} />
        </dd>
        <dt className="text-ink-3">{words.previousHash}</dt>
        <dd>
          <code className="break-all">{item.prevHash}</code>
        </dd>
      </dl>
      <div>
        <h3 className="mb-1 font-semibold">{words.details}</h3>
        {item.metadata === null ? <LeftOut seq={item.seq} /> : <Metadata metadata={item.metadata} />}
      </div>
      <div className="flex flex-wrap items-start gap-x-5 gap-y-2">
        <Proof seq={item.seq} hash={item.hash} />
        {EVENT_SUBJECTS.has(item.subject.type) && (
          <Link to="/events/$eventId" params={{ eventId: item.subject.id }} className={DRAWER_LINK}>
            {words.seeEvent}
          </Link>
        )}
      </div>
    </>
  );
}

function Metadata({ metadata }: Pick<AuditItem, 'metadata'>) {
  return (
    <pre className="rounded-m bg-sunken px-3 py-2 text-meta break-all whitespace-pre-wrap">
      {JSON.stringify(metadata, null, 2)}
    </pre>
  );
}

/** The list leaves long metadata out; they are read when the entry is opened. */
function LeftOut({ seq }: { seq: number }) {
  const words = useWords(auditWords);
  const entry = useQuery(readOf('readAudit', { params: { seq } }));
  if (entry.error !== null) {
    return <FailureNotice failure={failureOf(entry.error)} onRetry={() => void entry.refetch()} />;
  }
  if (entry.data === undefined) return <p className="text-ink-3">{words.reading}</p>;
  return <Metadata metadata={entry.data.metadata} />;
}
