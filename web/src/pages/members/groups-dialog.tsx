// SPDX-License-Identifier: Apache-2.0
/** The groups that a member is in, of those whose members are chosen here. */
import type { Group, Member } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { callApi } from '../../api/client.ts';
import { readOf } from '../../api/reading.ts';
import { useWords } from '../../language/word-set.ts';
import { CheckField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { membersWords } from './words.ts';

interface Values {
  ids: readonly string[];
}

export default function GroupsDialog({ member, onClose }: { member: Member; onClose(): void }) {
  const { data } = useQuery(readOf('listGroups', { query: { limit: '200' } }));
  if (data === undefined) return null;
  const groups = data.items.filter(({ source }) => source === 'APP');
  return <Dialog member={member} groups={groups} onClose={onClose} />;
}

function Dialog({ member, groups, onClose }: { member: Member; groups: readonly Group[]; onClose(): void }) {
  const words = useWords(membersWords);
  const before = groups.filter(({ name }) => member.groups.includes(name)).map(({ id }) => id);
  const change = async ({ ids }: Values) => {
    for (const { id } of groups) {
      const [was, is] = [before.includes(id), ids.includes(id)];
      if (was !== is) {
        await callApi('updateGroup', { params: { id }, body: is ? { add: [member.id] } : { remove: [member.id] } });
      }
    }
  };
  return (
    <FormDialog<Values, void>
      title={words.groupsOf(member.name)}
      lead={words.groupsText}
      act={words.saveGroups}
      fields={[
        {
          name: 'ids',
          label: words.groups,
          part: ({ value, onChange }) => <Choices groups={groups} value={value} onChange={onChange} />,
        },
      ]}
      values={{ ids: before }}
      onSend={change}
      reads={['listMembers', 'listGroups']}
      onSent={() => {
        onClose();
        showToast({ title: words.groupsChanged });
      }}
      onClose={onClose}
    />
  );
}

interface ChoicesProps {
  groups: readonly Group[];
  value: readonly string[];
  onChange(ids: readonly string[]): void;
}

function Choices({ groups, value, onChange }: ChoicesProps) {
  const words = useWords(membersWords);
  if (groups.length === 0) {
    return (
      <p className="text-ink-2">
        {words.noGroupsYet}{' '}
        <Link to="/groups" search={{}} className="underline underline-offset-4 hover:text-ink">
          {words.toGroups}
        </Link>
      </p>
    );
  }
  return (
    <fieldset className="flex flex-col gap-1" aria-label={words.groups}>
      {groups.map(({ id, name }) => (
        <CheckField
          key={id}
          label={name}
          checked={value.includes(id)}
          onChange={({ target }) => onChange(target.checked ? [...value, id] : value.filter((one) => one !== id))}
        />
      ))}
    </fieldset>
  );
}
