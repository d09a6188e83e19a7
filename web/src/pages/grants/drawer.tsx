// SPDX-License-Identifier: Apache-2.0
/** One grant: exactly what it lets through, by whose word, how often it was used, and its end. */
import type { Grant } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { readOf } from '../../api/reading.ts';
import { PolicyLink } from '../../decision/policies.tsx';
import { DRAWER_LINK, Drawer } from '../../detail/drawer.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import type { Opened } from '../../list/list-page.tsx';
import { Can } from '../../session/may.tsx';
import { Button } from '../../ui/button.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useTold } from './columns.tsx';
import { grantsWords } from './words.ts';

const EndDialog = lazy(() => import('./end-dialog.tsx').then((part) => ({ default: part.EndDialog })));
const ConfirmDialog = lazy(() =>
  import('../../ui/confirm-dialog.tsx').then((part) => ({ default: part.ConfirmDialog })),
);

export function GrantDrawer({ opened }: { opened: Opened<Grant> }) {
  const words = useWords(grantsWords);
  const [isAsked, setAsked] = useState(false);
  // A link leads to one that may stand far down in the list.
  const read = useQuery({ ...readOf('readGrant', { params: { id: opened.key } }), enabled: opened.item === undefined });
  const grant = opened.item ?? read.data;
  const foot = grant?.mayEnd === true && (
    <div className="flex shrink-0 justify-end border-t border-line px-5 py-3">
      <Button variant="danger-line" onClick={() => setAsked(true)}>
        {words.end}
      </Button>
    </div>
  );
  return (
    <Drawer label={words.title} id={opened.key} onMove={opened.onMove} onClose={opened.onClose} foot={foot}>
      <div className="flex flex-col gap-4 p-5">
        {grant !== undefined && <Content grant={grant} />}
        {grant === undefined && read.isError && <p className="text-ink-3">{words.notLoaded}</p>}
      </div>
      {isAsked && (
        <Suspense>
          <EndDialog id={opened.key} onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </Drawer>
  );
}

function Content({ grant }: { grant: Grant }) {
  const { format } = useLanguage();
  const words = useWords(grantsWords);
  const told = useTold();
  const { usesMax, uses, madeBy, policy } = grant;
  return (
    <>
      <p className="flex items-center gap-2">
        <Tag>{words.statuses[grant.status]}</Tag>
        <span className="ml-auto text-meta text-ink-3">
          {words.madeBy(madeBy.name ?? words.somebody, format.dateTime(grant.madeAt))}
        </span>
      </p>
      <p className="text-title font-normal break-words">{told(grant)}</p>
      <p>{words.used(format.number(uses), usesMax === null ? null : format.number(usesMax))}</p>
      <p>
        <span className="text-ink-3">{words.policy}: </span>
        {policy === null && words.risk}
        {policy !== null &&
          (policy.name === null ? words.gonePolicy : <PolicyLink policy={{ id: policy.id, name: policy.name }} />)}
      </p>
      {grant.endedReason !== null && grant.endedAt !== null && (
        <p className="text-ink-2">
          {words.endedOn(format.dateTime(grant.endedAt))}{' '}
          {grant.endedBy === null
            ? words.reasons[grant.endedReason]
            : words.endedBy(grant.endedBy.name ?? words.somebody)}
        </p>
      )}
      <Note name={words.note} text={grant.note} />
      <Note name={words.endNote} text={grant.endNote} />
      {(grant.note ?? grant.endNote) !== null && <EraseNotes id={grant.id} />}
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <Link to="/events/$eventId" params={{ eventId: grant.eventId }} className={DRAWER_LINK}>
          {words.seeReview}
        </Link>
        {grant.agent.name !== null && (
          <Link to="/events" search={{ agent: grant.agent.name }} className={DRAWER_LINK}>
            {words.seeEvents}
          </Link>
        )}
      </p>
    </>
  );
}

function Note({ name, text }: { name: string; text: string | null }): ReactNode {
  if (text === null) return null;
  return (
    <p className="whitespace-pre-wrap">
      <span className="text-ink-3">{name}: </span>
      {text}
    </p>
  );
}

function EraseNotes({ id }: { id: string }) {
  const words = useWords(grantsWords);
  const [isAsked, setAsked] = useState(false);
  return (
    <Can operation="eraseGrantNotes">
      <p>
        <Button variant="ghost" size="small" onClick={() => setAsked(true)}>
          {words.erase}
        </Button>
      </p>
      {isAsked && (
        <Suspense>
          <ConfirmDialog
            title={words.eraseTitle}
            text={words.eraseText}
            act={words.erase}
            reads={['listGrants', 'readGrant']}
            done={words.erased}
            onConfirm={() => callApi('eraseGrantNotes', { params: { id } })}
            onClose={() => setAsked(false)}
          />
        </Suspense>
      )}
    </Can>
  );
}
