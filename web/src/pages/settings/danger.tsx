// SPDX-License-Identifier: Apache-2.0
/** The export of the organization, and its end. */
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { readOf } from '../../api/reading.ts';
import { useWords } from '../../language/word-set.ts';
import { ExportButton } from '../../session/export-button.tsx';
import { Can } from '../../session/may.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { Section } from './section.tsx';
import { settingsWords } from './words.ts';

const DeleteDialog = lazy(() => import('./delete-dialog.tsx'));

export function Danger({ organizationName }: { organizationName: string }) {
  const words = useWords(settingsWords);
  const rights = useQuery(readOf('readDataRights')).data;
  if (rights === undefined) return null;
  return (
    <Can operation="exportOrganization">
      <div className="mt-6 flex flex-col gap-8 border-t border-line px-6 py-8 max-md:px-4">
        <Section title={words.exportTitle}>
          <p className="text-ink-2">
            {words.exportText} {words.exportElsewhere}
          </p>
          <div className="flex flex-wrap items-center gap-2">
            <ExportButton operation="exportOrganization">{words.exportAct}</ExportButton>
          </div>
          <p className="text-ink-2">{words.codeText}</p>
          <div className="flex flex-wrap items-center gap-2">
            <ExportButton operation="exportProvisioning">{words.codeAct}</ExportButton>
          </div>
        </Section>
        {rights.deleteOrganization && (
          <Section title={words.deleteTitle}>
            <p className="text-ink-2">{words.deleteText}</p>
            <PlainList items={words.deleteEnds} />
            <div>
              <DialogButton
                variant="danger-line"
                dialog={(close) => <DeleteDialog organizationName={organizationName} onClose={close} />}
              >
                {words.deleteOpen}
              </DialogButton>
            </div>
          </Section>
        )}
      </div>
    </Can>
  );
}
