// SPDX-License-Identifier: Apache-2.0
/** Who opens the link without a session: the maker of the account gives its password, another person a new one. */
import type { EmailVerification } from '@svc/contract';
import { useState } from 'react';
import { useAccountFields, useNewPasswordFault } from '../../account/account-fields.tsx';
import { callApi } from '../../api/client.ts';
import { EntryPage } from '../../entry/entry-page.tsx';
import { useWords } from '../../language/word-set.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { verifyWords } from './words.ts';

interface MakerProps {
  token: string;
  onDone(): void;
}

export function Maker({ token, onDone }: MakerProps) {
  const words = useWords(verifyWords);
  const [isNew, setNew] = useState(false);
  const send = (proof: Omit<EmailVerification, 'token'>) => callApi('verifyEmail', { body: { token, ...proof } });
  return (
    <EntryPage
      title={words.title}
      heading={isNew ? words.newHeading : words.makerHeading}
      lead={isNew ? words.newLead : words.makerLead}
    >
      {isNew ? <NewPassword send={send} onDone={onDone} /> : <OwnPassword send={send} onDone={onDone} />}
      <Button size="large" onClick={() => setNew(!isNew)}>
        {isNew ? words.isMaker : words.isOther}
      </Button>
    </EntryPage>
  );
}

interface ProofProps {
  send(proof: Omit<EmailVerification, 'token'>): Promise<unknown>;
  onDone(): void;
}

function OwnPassword({ send, onDone }: ProofProps) {
  const words = useWords(verifyWords);
  const { password } = useAccountFields();
  return (
    <Form<{ password: string }, unknown>
      size="large"
      act={words.confirm}
      values={{ password: '' }}
      fields={[password]}
      onSend={send}
      onSent={onDone}
    />
  );
}

function NewPassword({ send, onDone }: ProofProps) {
  const words = useWords(verifyWords);
  const { newPassword } = useAccountFields();
  const passwordFault = useNewPasswordFault();
  return (
    <Form<{ newPassword: string }, unknown>
      size="large"
      act={words.takeOver}
      values={{ newPassword: '' }}
      fields={[newPassword]}
      onSend={send}
      onSent={onDone}
      faultOf={passwordFault}
    />
  );
}
