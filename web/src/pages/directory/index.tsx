// SPDX-License-Identifier: Apache-2.0
/** The sign-in by the directory of the organization: its connection, its trial, the addresses it needs, and domains. */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { callApi } from '../../api/client.ts';
import { readOf } from '../../api/reading.ts';
import { SettingsSection } from '../../detail/settings-section.tsx';
import { useWords } from '../../language/word-set.ts';
import { Page, ScrollRegion } from '../../page/page.tsx';
import { meQuery } from '../../session/me.ts';
import { Answered } from '../../ui/answered.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Addresses } from './addresses.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { Domains } from './domains.tsx';
import { Provisioning } from './provisioning.tsx';
import { Trial } from './trial.tsx';
import { directoryWords } from './words.ts';

export function DirectoryPage() {
  const words = useWords(directoryWords);
  const state = useQuery(readOf('readSso'));
  const owners = useQuery(readOf('listMembers', { query: { role: 'OWNER', limit: '200' } }));
  const ownId = useSuspenseQuery(meQuery).data.user.id;
  return (
    <Page title={words.title}>
      <Answered query={state} skeleton={<Skeleton />}>
        {(read) => (
          <ScrollRegion label={words.region}>
            <p className="px-6 pt-4 text-meta max-md:px-4">
              <Link to="/settings" search={{}} className="text-ink-2 underline underline-offset-4 hover:text-ink">
                {words.settings}
              </Link>
            </p>
            <Addresses addresses={read.addresses} />
            <Answered query={owners} skeleton={<Skeleton />}>
              {({ items }) => (
                <ConnectionForm key={JSON.stringify(read.connection)} state={read} ownId={ownId} owners={items} />
              )}
            </Answered>
            {read.connection !== null && <Trial />}
            <Domains domains={read.domains} />
            <Provisioning />
            {read.connection !== null && <End />}
          </ScrollRegion>
        )}
      </Answered>
    </Page>
  );
}

function End() {
  const words = useWords(directoryWords);
  return (
    <SettingsSection title={words.end} hint={words.endHint}>
      <DialogButton
        variant="danger-line"
        dialog={(close) => (
          <ConfirmDialog
            title={words.endTitle}
            text={words.endText}
            act={words.endAct}
            onConfirm={() => callApi('deleteSso')}
            reads={['readSso']}
            done={words.ended}
            onClose={close}
          />
        )}
      >
        {words.endAct}
      </DialogButton>
    </SettingsSection>
  );
}
