// SPDX-License-Identifier: Apache-2.0
/** Ends the organization: its name letter by letter, the password, and the code where there is an app. */
import { MFA_CODE_CHARACTERS_MAX, NAME_CHARACTERS_MAX } from '@svc/contract/limits';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useAccountFields } from '../../account/account-fields.tsx';
import { callApi } from '../../api/client.ts';
import { useWords } from '../../language/word-set.ts';
import { meQuery } from '../../session/me.ts';
import { rememberSignedIn } from '../../session/signed-in.ts';
import type { FormField } from '../../ui/form.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { settingsWords } from './words.ts';

interface Values {
  confirmName: string;
  password: string;
  code: string;
}

export default function DeleteDialog({ organizationName, onClose }: { organizationName: string; onClose(): void }) {
  const words = useWords(settingsWords);
  const { mfa, memberships } = useSuspenseQuery(meQuery).data;
  const { password } = useAccountFields();
  const name: FormField<Values> = {
    name: 'confirmName',
    label: words.deleteName(organizationName),
    autoComplete: 'off',
    maxLength: NAME_CHARACTERS_MAX,
    missing: words.otherName,
    faultOf: (text) => (text === organizationName ? null : words.otherName),
  };
  const code: FormField<Values> = {
    name: 'code',
    label: words.deleteCode,
    hint: words.codeHint,
    autoComplete: 'one-time-code',
    maxLength: MFA_CODE_CHARACTERS_MAX,
    missing: words.missingCode,
  };
  return (
    <FormDialog<Values, void>
      title={words.deleteTitle}
      lead={words.deleteText}
      act={words.deleteAct}
      variant="danger"
      values={{ confirmName: '', password: '', code: '' }}
      fields={[name, password, ...(mfa.totp ? [code] : [])]}
      onSend={async ({ confirmName, password: entered, code: given }) => {
        const mfaCode = given.trim();
        await callApi('deleteOrganization', {
          body: { confirmName, password: entered, ...(mfaCode !== '' && { mfaCode }) },
        });
      }}
      onSent={() => {
        // The session goes on in another organization, where there is one.
        const isLast = memberships.length === 1;
        if (isLast) rememberSignedIn(false);
        window.location.assign(isLast ? '/app/sign-in?because=organization-deleted' : '/app');
      }}
      faultOf={(failure) => {
        if (failure.kind !== 'refused') return null;
        if (failure.fields.confirmName !== undefined) return { field: 'confirmName', text: words.otherName };
        return failure.code === 'invalid_credentials' ? { field: 'password', text: words.wrongPasswordOrCode } : null;
      }}
      onClose={onClose}
    >
      <PlainList items={words.deleteEnds} />
    </FormDialog>
  );
}
