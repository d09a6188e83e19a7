// SPDX-License-Identifier: Apache-2.0
/**
 * For a person whose last organization has ended: they name a new one, and are in. A code or the answer of a passkey
 * works once, so it is asked for again.
 */
import { NAME_CHARACTERS_MAX } from '@svc/contract/limits';
import { useState } from 'react';
import { PasskeyButton } from '../../account/passkey-button.tsx';
import { callApi } from '../../api/client.ts';
import type { Failure } from '../../api/failure.ts';
import { EntryPage } from '../../entry/entry-page.tsx';
import { useWords } from '../../language/word-set.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { firstOrganizationWords } from './first-organization-words.ts';
import { Refusal } from './refusal.tsx';
import { type Credentials, useSigningIn, type Way } from './signing-in.ts';

interface FirstOrganizationProps {
  way: Way;
  onFactor(credentials: Credentials): void;
  onBack(): void;
}

export default function FirstOrganization({ way, onFactor, onBack }: FirstOrganizationProps) {
  const words = useWords(firstOrganizationWords);
  const [named, setNamed] = useState<string | null>(null);
  return (
    <EntryPage title={words.title} heading={words.heading} lead={named === null ? words.lead : words.again}>
      {named === null ? (
        <NameForm way={way} onFactor={onFactor} onNamed={setNamed} />
      ) : (
        <ByPasskey organizationName={named} />
      )}
      <Button variant="ghost" className="-ml-3 self-start" onClick={onBack}>
        {words.back}
      </Button>
    </EntryPage>
  );
}

interface NameFormProps {
  way: Way;
  onFactor(credentials: Credentials): void;
  onNamed(name: string): void;
}

function NameForm({ way, onFactor, onNamed }: NameFormProps) {
  const words = useWords(firstOrganizationWords);
  const { begin, go } = useSigningIn();
  const { credentials } = way;
  const isProved = credentials !== null && !way.asksForFactor;
  async function make(entered: { organizationName: string }): Promise<string> {
    const organizationName = entered.organizationName.trim();
    if (isProved) {
      await callApi('signIn', { body: { ...credentials, organizationName } });
      await begin();
    }
    return organizationName;
  }
  function goOn(organizationName: string) {
    if (isProved) return go();
    return credentials === null ? onNamed(organizationName) : onFactor({ ...credentials, organizationName });
  }
  return (
    <Form<{ organizationName: string }, string>
      size="large"
      act={isProved ? words.act : words.next}
      working={words.working}
      values={{ organizationName: '' }}
      fields={[
        {
          name: 'organizationName',
          label: words.name,
          autoComplete: 'organization',
          autoFocus: true,
          maxLength: NAME_CHARACTERS_MAX,
          missing: words.missingName,
        },
      ]}
      onSend={make}
      onSent={goOn}
      faultOf={(failure) => (isBadName(failure) ? { field: 'organizationName', text: words.badName } : null)}
      refusal={(failure) => <NotMade failure={failure} />}
    />
  );
}

const isBadName = (failure: Failure) => failure.kind === 'refused' && failure.fields.organizationName !== undefined;

function ByPasskey({ organizationName }: { organizationName: string }) {
  const words = useWords(firstOrganizationWords);
  const { begin, go } = useSigningIn();
  return (
    <PasskeyButton
      variant="solid"
      onAnswer={async (response) => {
        await callApi('signInByPasskey', { body: { response, organizationName } });
        await begin();
      }}
      onDone={go}
      refusal={(failure) =>
        isBadName(failure) ? <Notice tone="problem" what={words.badName} /> : <NotMade failure={failure} />
      }
    >
      {words.passkey}
    </PasskeyButton>
  );
}

/** Another page of the same person may have made one in the meantime. */
function NotMade({ failure }: { failure: Failure }) {
  const words = useWords(firstOrganizationWords);
  const isMade = failure.kind === 'refused' && failure.code === 'conflict';
  return isMade ? <Notice tone="information" {...words.madeMeanwhile} /> : <Refusal failure={failure} />;
}
