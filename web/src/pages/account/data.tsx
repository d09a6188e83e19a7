// SPDX-License-Identifier: Apache-2.0
/** The data that a person takes along, and the end of the account. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { readOf } from '../../api/reading.ts';
import { SettingsSection } from '../../detail/settings-section.tsx';
import { useWords } from '../../language/word-set.ts';
import { ExportButton } from '../../session/export-button.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { accountPageWords } from './words.ts';

const DeleteDialog = lazy(() => import('./delete-dialog.tsx'));

export function YourData() {
  const words = useWords(accountPageWords);
  const rights = useSuspenseQuery(readOf('readDataRights')).data;
  return (
    <>
      {rights.export && (
        <SettingsSection title={words.exportTitle} hint={words.exportHint}>
          <ExportButton operation="exportAccount">{words.exportAct}</ExportButton>
          <p className="text-meta text-ink-3">{words.exportNot}</p>
        </SettingsSection>
      )}
      {rights.deleteAccount && (
        <SettingsSection title={words.deleteTitle} hint={words.deleteHint}>
          <PlainList items={words.deleteEnds} />
          <DialogButton variant="danger-line" dialog={(close) => <DeleteDialog onClose={close} />}>
            {words.deleteOpen}
          </DialogButton>
        </SettingsSection>
      )}
    </>
  );
}
