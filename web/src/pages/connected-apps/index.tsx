// SPDX-License-Identifier: Apache-2.0
/** The apps that are connected: whose, what each may do, when it was last used; each can be disconnected. */
import type { ConnectedApp } from '@svc/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy } from 'react';
import { callApi } from '../../api/client.ts';
import { pagesOf } from '../../api/reading.ts';
import { SettingsItem, SettingsList, SettingsSection } from '../../detail/settings-section.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { Page, ScrollRegion } from '../../page/page.tsx';
import { Can } from '../../session/may.tsx';
import { Answered } from '../../ui/answered.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { More } from '../../ui/more.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useNow } from '../../ui/timestamp.tsx';
import { connectedAppsWords } from './words.ts';

const ConfirmDialog = lazy(() =>
  import('../../ui/confirm-dialog.tsx').then((part) => ({ default: part.ConfirmDialog })),
);

export function ConnectedAppsPage() {
  const words = useWords(connectedAppsWords);
  const apps = useInfiniteQuery(pagesOf('listConnectedApps', {}));
  const items = apps.data?.pages.flatMap((page) => page.items);
  return (
    <Page
      title={words.title}
      actions={items !== undefined && items.length > 0 && <ConnectLink name={words.connectShort} />}
    >
      <Answered query={{ ...apps, data: items }} skeleton={<Skeleton />}>
        {(shown) => (
          <ScrollRegion label={words.title}>
            {shown.length === 0 ? (
              <EmptyState help="connect" title={words.none} text={words.noneText}>
                <ConnectLink name={words.connect} />
              </EmptyState>
            ) : (
              <SettingsSection title={words.all} hint={words.hint}>
                <SettingsList label={words.all}>
                  {shown.map((app) => (
                    <AppItem key={app.id} app={app} />
                  ))}
                </SettingsList>
                {apps.hasNextPage && <More list={apps} />}
              </SettingsSection>
            )}
          </ScrollRegion>
        )}
      </Answered>
    </Page>
  );
}

function ConnectLink({ name }: { name: string }) {
  return (
    <Can operation="approveAuthorization">
      <Link to="/connected-apps/new" className={buttonClass('solid')}>
        {name}
      </Link>
    </Can>
  );
}

const AGO_EVERY_MS = 30_000;

function AppItem({ app }: { app: ConnectedApp }) {
  const { format } = useLanguage();
  const words = useWords(connectedAppsWords);
  const nowMs = useNow(AGO_EVERY_MS);
  const used = app.lastUsedAt === null ? words.unused : words.used(format.ago(app.lastUsedAt, nowMs));
  return (
    <SettingsItem
      name={
        <>
          <span className="break-words">{app.name}</span>
          <span className="font-normal text-ink-2">{words.at(app.host)}</span>
        </>
      }
      text={
        <>
          <span className="block break-words">
            {[words.by(app.person.name, app.person.email), words.since(format.short(app.createdAt)), used].join(' · ')}
          </span>
          <span className="mt-1 flex flex-wrap gap-1">
            {app.scopes.map((scope) => (
              <Tag key={scope}>{scope}</Tag>
            ))}
            {app.mayAsk && <Tag>{words.mayAsk}</Tag>}
          </span>
        </>
      }
      act={
        <DialogButton
          size="small"
          aria-label={words.revokeOne(app.name)}
          dialog={(close) => (
            <ConfirmDialog
              title={words.revokeOne(app.name)}
              text={words.revokeText}
              act={words.revoke}
              onConfirm={() => callApi('revokeConnectedApp', { params: { id: app.id } })}
              reads={['listConnectedApps']}
              done={words.revoked}
              onClose={close}
            />
          )}
        >
          {words.revoke}
        </DialogButton>
      }
    />
  );
}
