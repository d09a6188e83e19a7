// SPDX-License-Identifier: Apache-2.0
/** One anomaly: what was unusual against the usual, and for owners and admins its end. */
import type { AnomalyItem } from '@svc/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { failureOf } from '../../api/failure.ts';
import { readAgain } from '../../api/read-again.ts';
import { DRAWER_LINK, Drawer } from '../../detail/drawer.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import type { Opened } from '../../list/list-page.tsx';
import { Can } from '../../session/may.tsx';
import { Button } from '../../ui/button.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useNow } from '../../ui/timestamp.tsx';
import { showToast } from '../../ui/toast.ts';
import { numbersOf, TwoBars, useMessage } from './message.tsx';
import { anomaliesWords } from './words.ts';

const CloseDialog = lazy(() => import('./close-dialog.tsx').then((part) => ({ default: part.CloseDialog })));

export function AnomalyDrawer({ opened }: { opened: Opened<AnomalyItem> }) {
  const words = useWords(anomaliesWords);
  const [isAsked, setAsked] = useState(false);
  const close = useClosing(opened.key, () => setAsked(false));
  const { item } = opened;
  const foot = item?.status === 'OPEN' && (
    <Can operation="closeAnomaly">
      <div className="flex shrink-0 justify-end border-t border-line px-5 py-3">
        <Button variant="solid" onClick={() => setAsked(true)}>
          {words.close}
        </Button>
      </div>
    </Can>
  );
  return (
    <Drawer label={words.title} id={opened.key} onMove={opened.onMove} onClose={opened.onClose} foot={foot}>
      <div className="flex flex-col gap-4 p-5">
        {item === undefined ? <p className="text-ink-3">{words.notLoaded}</p> : <Content item={item} />}
      </div>
      {isAsked && (
        <Suspense>
          <CloseDialog onConfirm={close} onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </Drawer>
  );
}

function Content({ item }: { item: AnomalyItem }) {
  const { format } = useLanguage();
  const words = useWords(anomaliesWords);
  const message = useMessage();
  const nowMs = useNow();
  return (
    <>
      <p className="flex items-center gap-2">
        <Tag>{words.statuses[item.status]}</Tag>
        <Tag>{words.severities[item.severity]}</Tag>
        <span className="ml-auto text-meta text-ink-3">{words.openedAt(format.ago(item.openedAt, nowMs))}</span>
      </p>
      <p className="text-title font-normal text-ink-2">
        <b className="font-semibold text-ink">{words.kinds[item.kind]}</b>,{' '}
        <span className="font-mono text-ink">{item.agent.name}</span>
      </p>
      <p>{message(item)}</p>
      {numbersOf(item) !== null && <TwoBars item={item} />}
      {item.status === 'OPEN' && <p className="text-ink-2">{words.effect}</p>}
      {item.closedAt !== null && (
        <p className="text-ink-2">
          {words.closedBy(item.closedBy?.name ?? words.somebody, format.dateTime(item.closedAt))}
        </p>
      )}
      {item.note !== null && (
        <p className="whitespace-pre-wrap">
          <span className="text-ink-3">{words.noteOf}: </span>
          {item.note}
        </p>
      )}
      <p>
        <Link to="/events" search={{ agent: item.agent.name }} className={DRAWER_LINK}>
          {words.seeEvents}
        </Link>
      </p>
    </>
  );
}

/**
 * A settled answer of the service ends the question. A temporary failure, such as a lost connection, leaves it open
 * with its note.
 */
function useClosing(id: string, onSettled: () => void): (note: string) => Promise<void> {
  const words = useWords(anomaliesWords);
  const queries = useQueryClient();
  return async (note) => {
    let title = words.closedNow;
    try {
      await callApi('closeAnomaly', { params: { id }, body: { note } });
    } catch (error) {
      const failure = failureOf(error);
      if (failure.kind !== 'refused' || failure.status !== 409) throw error;
      title = words.alreadyClosed;
    }
    await readAgain(queries, { queryKey: ['listAnomalies'] });
    showToast({ title });
    onSettled();
  };
}
