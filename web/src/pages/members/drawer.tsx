// SPDX-License-Identifier: Apache-2.0
/** One member: the role and what it may, and for those who may, a change of it and the end of the membership. */
import type { Member, Role } from '@svc/contract';
import { useInfiniteQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy } from 'react';
import { callApi } from '../../api/client.ts';
import { pagesOf } from '../../api/reading.ts';
import { Drawer } from '../../detail/drawer.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import type { Opened } from '../../list/list-page.tsx';
import { Can } from '../../session/may.tsx';
import { meQuery } from '../../session/me.ts';
import { buttonClass } from '../../ui/button.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { useNow } from '../../ui/timestamp.tsx';
import { showToast } from '../../ui/toast.ts';
import { MadeByThem } from './made-by-them.tsx';
import { ROLES } from './roles.ts';
import { membersWords } from './words.ts';

const ConfirmDialog = lazy(() =>
  import('../../ui/confirm-dialog.tsx').then((part) => ({ default: part.ConfirmDialog })),
);
const GroupsDialog = lazy(() => import('./groups-dialog.tsx'));
const FormDialog = lazy(() => import('../../ui/form-dialog.tsx').then((part) => ({ default: part.FormDialog })));

export function MemberDrawer({ opened }: { opened: Opened<Member> }) {
  const words = useWords(membersWords);
  const { key, item, onMove, onClose } = opened;
  return (
    <Drawer
      label={words.title}
      id={item?.email ?? key}
      onMove={onMove}
      onClose={onClose}
      foot={item !== undefined && <Acts member={item} onGone={onClose} />}
    >
      <div className="flex flex-col gap-4 p-5">
        {item === undefined ? <p className="text-ink-3">{words.notLoaded}</p> : <Facts member={item} />}
      </div>
    </Drawer>
  );
}

function Facts({ member }: { member: Member }) {
  const { name, email, role, groups, joinedAt, lastSeenAt, secondFactor, reviewsAnswered, byDirectory } = member;
  const { format, messages } = useLanguage();
  const words = useWords(membersWords);
  const nowMs = useNow();
  const facts = [
    [words.email, email],
    [words.role, `${messages.words.roles[role]}. ${words.roleTexts[role]}.`],
    [words.groups, groups.length === 0 ? words.noGroups : groups.join(', ')],
    ...(secondFactor === null ? [] : [[words.secondFactor, words.factors[secondFactor ? 'yes' : 'no']]]),
    ...(byDirectory ? [[words.access, words.byDirectoryText]] : []),
    [words.reviewsAnswered, format.number(reviewsAnswered)],
    [words.joined, format.dateTime(joinedAt)],
    [words.lastSeen, lastSeenAt === null ? words.never : format.ago(lastSeenAt, nowMs)],
  ];
  return (
    <>
      <p className="text-title">{name}</p>
      <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 gap-y-2">
        {facts.map(([term, text]) => (
          <div key={term} className="contents">
            <dt className="text-ink-3">{term}</dt>
            <dd className="break-words">{text}</dd>
          </div>
        ))}
      </dl>
      <Can operation="updateGroup">
        <DialogButton className="self-start" dialog={(close) => <GroupsDialog member={member} onClose={close} />}>
          {words.changeGroups}
        </DialogButton>
      </Can>
      <Can operation="readHeldData">
        <Link to="/members/$id" params={{ id: member.id }} className={`self-start ${buttonClass()}`}>
          {words.held}
        </Link>
      </Can>
    </>
  );
}

/** The service checks every rule again; here the person reads beforehand what cannot be done, and why. */
function Acts({ member, onGone }: { member: Member; onGone(): void }) {
  const words = useWords(membersWords);
  const { user, organization, demo } = useSuspenseQuery(meQuery).data;
  const isLast = useIsLastOwner(member);
  const isSelf = member.id === user.id;
  if (demo || (organization.role === 'MEMBER' && !isSelf)) return null;
  const why = isLast
    ? words.lastOwner
    : member.role === 'OWNER' && organization.role !== 'OWNER'
      ? words.ownersOnly
      : null;
  return (
    <div className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3">
      {why !== null && <p className="grow text-meta text-ink-2">{why}</p>}
      {why === null && (
        <>
          {organization.role !== 'MEMBER' && (
            <DialogButton dialog={(close) => <RoleDialog member={member} own={organization.role} onClose={close} />}>
              {words.changeRole}
            </DialogButton>
          )}
          <DialogButton
            variant="danger-line"
            dialog={(close) =>
              isSelf ? (
                <LeaveDialog member={member} onClose={close} />
              ) : (
                <RemoveDialog member={member} onGone={onGone} onClose={close} />
              )
            }
          >
            {isSelf ? words.leave : words.remove}
          </DialogButton>
        </>
      )}
    </div>
  );
}

function useIsLastOwner({ role }: Member): boolean {
  const owners = useInfiniteQuery({
    ...pagesOf('listMembers', { query: { role: 'OWNER' } }),
    enabled: role === 'OWNER',
  });
  return role === 'OWNER' && (owners.data?.pages.flatMap(({ items }) => items).length ?? 2) < 2;
}

const READS = ['listMembers', 'listInvitations', 'readMe'] as const;

function RoleDialog({ member: { id, name, role }, own, onClose }: { member: Member; own: Role; onClose(): void }) {
  const words = useWords(membersWords);
  const { roles } = useLanguage().messages.words;
  const choices = ROLES.filter((one) => own === 'OWNER' || one !== 'OWNER');
  return (
    <FormDialog
      title={words.changeRoleOf(name)}
      lead={words.changeRoleText}
      act={words.save}
      fields={[
        {
          name: 'role',
          label: words.role,
          kind: 'choice',
          choices: choices.map((value) => ({ value, name: roles[value] })),
          hintOf: (value) => `${words.roleTexts[value as Role]}.`,
        },
      ]}
      values={{ role: role as string }}
      onSend={(values) => callApi('updateMember', { params: { id }, body: { role: values.role as Role } })}
      reads={READS}
      onSent={() => {
        onClose();
        showToast({ title: words.roleChanged });
      }}
      faultOf={(failure) =>
        failure.kind === 'refused' && failure.status === 409 ? { field: 'role', text: words.lastOwner } : null
      }
      onClose={onClose}
    >
      {role !== 'MEMBER' && <MadeByThem id={id} />}
    </FormDialog>
  );
}

interface RemoveDialogProps {
  member: Member;
  onGone(): void;
  onClose(): void;
}

function RemoveDialog({ member: { id, name }, onGone, onClose }: RemoveDialogProps) {
  const words = useWords(membersWords);
  return (
    <ConfirmDialog
      title={words.removeTitle(name)}
      text={words.removeText}
      act={words.confirmRemove}
      by={{ holding: name }}
      onConfirm={() => callApi('removeMember', { params: { id } })}
      reads={READS}
      done={words.removed}
      onDone={onGone}
      onClose={onClose}
    >
      <MadeByThem id={id} />
    </ConfirmDialog>
  );
}

/** Nothing that was read belongs to the person any more: the app starts anew. */
function LeaveDialog({ member: { id, role }, onClose }: { member: Member; onClose(): void }) {
  const words = useWords(membersWords);
  const queries = useQueryClient();
  const { organization } = useSuspenseQuery(meQuery).data;
  return (
    <ConfirmDialog
      title={words.leaveTitle(organization.name)}
      text={words.leaveText}
      act={words.confirmLeave}
      by={{ holding: organization.name }}
      onConfirm={() => callApi('removeMember', { params: { id } })}
      onDone={() => {
        queries.clear();
        window.location.assign('/app');
      }}
      onClose={onClose}
    >
      {role !== 'MEMBER' && <MadeByThem id={id} isOwn />}
    </ConfirmDialog>
  );
}
