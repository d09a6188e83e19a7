// SPDX-License-Identifier: Apache-2.0
/** The same question, where the person signed in by their company: it asks them, and they come back to this page. */
import { callApi } from '../api/client.ts';
import { useWords } from '../language/word-set.ts';
import { leaveForDirectory } from '../session/directory.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { accountWords } from './words.ts';

export default function ConfirmByDirectory({ onEnd }: { onEnd(isConfirmed: boolean): void }) {
  const { confirm } = useWords(accountWords);
  return (
    <FormDialog<Record<string, never>, { url: string }>
      title={confirm.title}
      lead={confirm.companyLead}
      act={confirm.company}
      values={{}}
      fields={[]}
      onSend={() => callApi('confirmBySso')}
      onSent={({ url }) => leaveForDirectory(url, location.pathname + location.search)}
      onClose={() => onEnd(false)}
    />
  );
}
