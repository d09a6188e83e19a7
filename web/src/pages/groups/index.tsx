// SPDX-License-Identifier: Apache-2.0
/** The groups of members, which policies name as approvers. */
import type { Group } from '@svc/contract';
import { Plus } from 'lucide-react';
import { lazy } from 'react';
import { useWords } from '../../language/word-set.ts';
import { useChangeSearch } from '../../list/change-search.ts';
import { ListPage } from '../../list/list-page.tsx';
import { Can } from '../../session/may.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Key } from '../../ui/tag.tsx';
import { useColumns } from './columns.tsx';
import { GroupDrawer } from './drawer.tsx';
import { usePeopleViews } from './views.ts';
import { groupsWords } from './words.ts';

const GroupDialog = lazy(() => import('./group-dialog.tsx'));

export function GroupsPage() {
  const words = useWords(groupsWords);
  const change = useChangeSearch();
  return (
    <ListPage<'listGroups', Group>
      id="listGroups"
      title={words.title}
      views={usePeopleViews('groups')}
      searchLabel={words.search}
      columns={useColumns()}
      keyOf={({ id }) => id}
      linkColumn="name"
      isStill
      drawer={(opened) => <GroupDrawer opened={opened} />}
      empty={<EmptyState help="groups" title={words.emptyTitle} text={words.emptyText} />}
      actions={
        <Can operation="createGroup">
          <DialogButton
            variant="solid"
            shortcut="c"
            dialog={(close) => <GroupDialog group={null} onAdded={({ id }) => change({ open: id })} onClose={close} />}
          >
            <Plus aria-hidden className="size-4" />
            <span className="max-md:sr-only">{words.add}</span> <Key>C</Key>
          </DialogButton>
        </Can>
      }
    />
  );
}
