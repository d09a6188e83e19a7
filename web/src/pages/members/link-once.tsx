// SPDX-License-Identifier: Apache-2.0
/** The link of an invitation, this once: no mail server is set, so the person who invites hands it over. */
import type { InvitationSent } from '@svc/contract';
import { useWords } from '../../language/word-set.ts';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { membersWords } from './words.ts';

interface LinkOnceProps {
  invitation: Pick<InvitationSent, 'email'>;
  link: string;
  onStored(): void;
}

export default function LinkOnce({ invitation: { email }, link, onStored }: LinkOnceProps) {
  const words = useWords(membersWords);
  return (
    <SecretOnce
      title={words.linkTitle(email)}
      lead={words.linkText}
      label={words.link}
      secret={link}
      stored={words.linkStored}
      onStored={onStored}
    />
  );
}
