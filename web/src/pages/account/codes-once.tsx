// SPDX-License-Identifier: Apache-2.0
/** Recovery codes, shown this once. */
import { useWords } from '../../language/word-set.ts';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { accountPageWords } from './words.ts';

export function CodesOnce({ codes, onStored }: { codes: readonly string[]; onStored(): void }) {
  const words = useWords(accountPageWords);
  return (
    <SecretOnce
      title={words.codesTitle}
      lead={words.codesLead}
      label={words.codes}
      secret={codes}
      fileName="svc-recovery-codes.txt"
      onStored={onStored}
    />
  );
}
