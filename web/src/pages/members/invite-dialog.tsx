/** Invites a person by mail, with a role. */
import type { Role } from '@svc/contract';
import { EMAIL_CHARACTERS_MAX } from '@svc/contract/limits';
import { useSuspenseQuery } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import type { Failure } from '../../api/failure.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { meQuery } from '../../session/me.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { ROLES } from './roles.ts';
import { membersWords } from './words.ts';

export default function InviteDialog({ onClose }: { onClose(): void }) {
  const words = useWords(membersWords);
  const { roles } = useLanguage().messages.words;
  const { organization } = useSuspenseQuery(meQuery).data;
  const choices = ROLES.filter((role) => organization.role === 'OWNER' || role !== 'OWNER').toReversed();
  return (
    <FormDialog
      title={words.inviteTitle}
      lead={words.inviteText}
      act={words.invite}
      fields={[
        {
          name: 'email',
          label: words.inviteEmail,
          kind: 'email',
          autoComplete: 'off',
          maxLength: EMAIL_CHARACTERS_MAX,
          missing: words.missingEmail,
        },
        {
          name: 'role',
          label: words.role,
          kind: 'choice',
          choices: choices.map((value) => ({ value, name: roles[value] })),
          hintOf: (value) => `${words.roleTexts[value as Role]}.`,
        },
      ]}
      values={{ email: '', role: 'MEMBER' }}
      onSend={({ email, role }) => callApi('createInvitation', { body: { email: email.trim(), role: role as Role } })}
      reads={['listInvitations']}
      onSent={({ email }) => {
        onClose();
        showToast({ title: words.invited(email) });
      }}
      faultOf={(failure) => {
        const fault = faultOf(failure);
        return fault === null ? null : { field: 'email', text: words[fault] };
      }}
      onClose={onClose}
    />
  );
}

function faultOf(failure: Failure): 'badEmail' | 'alreadyIn' | 'notVerified' | null {
  if (failure.kind !== 'refused') return null;
  if (failure.status === 409) return 'alreadyIn';
  if (failure.status === 403) return 'notVerified';
  return failure.fields.email === undefined ? null : 'badEmail';
}
