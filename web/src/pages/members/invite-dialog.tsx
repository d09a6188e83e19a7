// SPDX-License-Identifier: Apache-2.0
/** Invites a person with a role: by mail, or by a link that the person who invites hands over. */
import type { InvitationSent, Role } from '@svc/contract';
import { EMAIL_CHARACTERS_MAX } from '@svc/contract/limits';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import type { Failure } from '../../api/failure.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { useHasMail } from '../../session/channels.ts';
import { meQuery } from '../../session/me.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import LinkOnce from './link-once.tsx';
import { ROLES } from './roles.ts';
import { membersWords } from './words.ts';

interface InviteDialogProps {
  /** The person is invited, and the link handed over where it had to be. */
  onInvited?(): void;
  onClose(): void;
}

export default function InviteDialog({ onInvited, onClose }: InviteDialogProps) {
  const words = useWords(membersWords);
  const { roles } = useLanguage().messages.words;
  const { organization } = useSuspenseQuery(meQuery).data;
  const choices = ROLES.filter((role) => organization.role === 'OWNER' || role !== 'OWNER').toReversed();
  const hasMail = useHasMail();
  const [made, setMade] = useState<InvitationSent | null>(null);
  const finish = ({ email, link }: InvitationSent) => {
    onClose();
    onInvited?.();
    showToast({ title: link === null ? words.invited(email) : words.invitedByHand(email) });
  };
  if (made !== null && made.link !== null) {
    return <LinkOnce invitation={made} link={made.link} onStored={() => finish(made)} />;
  }
  return (
    <FormDialog
      title={words.inviteTitle}
      lead={hasMail ? words.inviteText : words.inviteByHand}
      act={hasMail ? words.invite : words.makeLink}
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
      onSent={(invitation) => (invitation.link === null ? finish(invitation) : setMade(invitation))}
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
