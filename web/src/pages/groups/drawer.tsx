// SPDX-License-Identifier: Apache-2.0
/** One group: its members, and for those who may, a change of it and its end. */
import type { Group } from '@svc/contract';
import { Link } from '@tanstack/react-router';
import { lazy } from 'react';
import { callApi } from '../../api/client.ts';
import { Drawer } from '../../detail/drawer.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import type { Opened } from '../../list/list-page.tsx';
import { Can } from '../../session/may.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { groupsWords } from './words.ts';

const ConfirmDialog = lazy(() =>
  import('../../ui/confirm-dialog.tsx').then((part) => ({ default: part.ConfirmDialog })),
);
const GroupDialog = lazy(() => import('./group-dialog.tsx'));

export function GroupDrawer({ opened: { key, item, onMove, onClose } }: { opened: Opened<Group> }) {
  const words = useWords(groupsWords);
  return (
    <Drawer
      label={words.one}
      id={item?.name ?? key}
      onMove={onMove}
      onClose={onClose}
      foot={item !== undefined && <Acts group={item} onGone={onClose} />}
    >
      <div className="flex flex-col gap-4 p-5">
        {item === undefined ? <p className="text-ink-3">{words.notLoaded}</p> : <Facts group={item} />}
      </div>
    </Drawer>
  );
}

function Facts({ group: { name, source, claimValue, members, createdAt } }: { group: Group }) {
  const { format } = useLanguage();
  const words = useWords(groupsWords);
  const facts = [
    [words.source, words.sources[source]],
    ...(claimValue === null ? [] : [[words.claimValue, claimValue]]),
    [words.count, format.number(members)],
    [words.created, format.dateTime(createdAt)],
  ];
  return (
    <>
      <p className="text-title break-words">{name}</p>
      <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 gap-y-2">
        {facts.map(([term, text]) => (
          <div key={term} className="contents">
            <dt className="text-ink-3">{term}</dt>
            <dd className="break-words">{text}</dd>
          </div>
        ))}
      </dl>
      <Link to="/members" search={{ group: name }} className={`self-start ${buttonClass()}`}>
        {words.see}
      </Link>
      <p className="text-ink-2">{source === 'APP' ? words.addPeople : words.fromDirectory}</p>
    </>
  );
}

function Acts({ group, onGone }: { group: Group; onGone(): void }) {
  const words = useWords(groupsWords);
  const { id, name, source } = group;
  return (
    <Can operation="updateGroup">
      <div className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3">
        {source !== 'SCIM' && (
          <DialogButton dialog={(close) => <GroupDialog group={group} onClose={close} />}>{words.change}</DialogButton>
        )}
        <DialogButton
          variant="danger-line"
          dialog={(close) => (
            <ConfirmDialog
              title={words.removeTitle(name)}
              text={words.removeText}
              act={words.remove}
              by={{ holding: name }}
              onConfirm={() => callApi('deleteGroup', { params: { id } })}
              reads={['listGroups', 'listMembers']}
              done={words.removed}
              onDone={onGone}
              onClose={close}
            />
          )}
        >
          {words.remove}
        </DialogButton>
      </div>
    </Can>
  );
}
