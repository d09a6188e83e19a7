// SPDX-License-Identifier: Apache-2.0
/** The people of the organization, with their roles, and the invitations that wait above them. */
import type { Member } from '@svc/contract';
import { UserPlus } from 'lucide-react';
import { lazy } from 'react';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { ListPage } from '../../list/list-page.tsx';
import { Can } from '../../session/may.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Key } from '../../ui/tag.tsx';
import { usePeopleViews } from '../groups/views.ts';
import { useColumns } from './columns.tsx';
import { MemberDrawer } from './drawer.tsx';
import { Invitations } from './invitations.tsx';
import { membersWords } from './words.ts';

const InviteDialog = lazy(() => import('./invite-dialog.tsx'));

export function MembersPage() {
  const words = useWords(membersWords);
  const { roles } = useLanguage().messages.words;
  return (
    <ListPage<'listMembers', Member>
      id="listMembers"
      title={words.title}
      views={usePeopleViews('members')}
      searchLabel={words.search}
      columns={useColumns()}
      keyOf={({ id }) => id}
      linkColumn="name"
      isTall
      values={{ role: roles }}
      drawer={(opened) => <MemberDrawer opened={opened} />}
      empty={<EmptyState help="members" title={words.emptyTitle} text={words.emptyText} />}
      above={() => <Invitations />}
      actions={
        <Can operation="createInvitation">
          <DialogButton variant="solid" shortcut="c" dialog={(close) => <InviteDialog onClose={close} />}>
            <UserPlus aria-hidden className="size-4" />
            {words.invite} <Key>C</Key>
          </DialogButton>
        </Can>
      }
    />
  );
}
