// SPDX-License-Identifier: Apache-2.0
/** Adds or changes a group: its name, and the value of the claim that it may follow. */
import type { Group } from '@svc/contract';
import { callApi } from '../../api/client.ts';
import { useWords } from '../../language/word-set.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { groupsWords } from './words.ts';

const NAME_CHARACTERS_MAX = 100;
const CLAIM_CHARACTERS_MAX = 255;

interface GroupDialogProps {
  /** null: a new one. */
  group: Group | null;
  onAdded?(group: Group): void;
  onClose(): void;
}

interface Values {
  name: string;
  claimValue: string;
}

export default function GroupDialog({ group, onAdded, onClose }: GroupDialogProps) {
  const words = useWords(groupsWords);
  const follows = group === null || group.source === 'CLAIM';
  const send = ({ name, claimValue }: Values) => {
    const claim = claimValue.trim();
    const body = { name: name.trim(), ...(claim !== '' && { claimValue: claim }) };
    return group === null
      ? callApi('createGroup', { body })
      : callApi('updateGroup', { params: { id: group.id }, body });
  };
  return (
    <FormDialog<Values, Group>
      title={group === null ? words.addTitle : words.changeTitle(group.name)}
      lead={group === null ? words.addText : words.renamed}
      act={group === null ? words.add : words.save}
      fields={[
        {
          name: 'name',
          label: words.name,
          hint: words.nameHint,
          maxLength: NAME_CHARACTERS_MAX,
          missing: words.missingName,
          autoComplete: 'off',
        },
        {
          name: 'claimValue',
          label: words.claimValue,
          hint: group === null ? words.claimHint : undefined,
          maxLength: CLAIM_CHARACTERS_MAX,
          autoComplete: 'off',
          isShown: () => follows,
          ...(group !== null && { missing: words.missingClaim }),
        },
      ]}
      values={{ name: group?.name ?? '', claimValue: group?.claimValue ?? '' }}
      onSend={send}
      reads={['listGroups', 'listMembers']}
      onSent={(answer) => {
        onClose();
        showToast({ title: group === null ? words.added(answer.name) : words.changed });
        onAdded?.(answer);
      }}
      faultOf={(failure) =>
        failure.kind === 'refused' && failure.status === 409
          ? failure.conflict?.reason === 'NAME_TAKEN'
            ? { field: 'name', text: words.nameTaken }
            : { field: 'claimValue', text: words.claimTaken }
          : null
      }
      onClose={onClose}
    />
  );
}
