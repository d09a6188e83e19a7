// SPDX-License-Identifier: Apache-2.0
/** Where the person is signed in; each can be ended from here. */
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { pagesOf } from '../../api/reading.ts';
import { SettingsItem, SettingsList, SettingsSection } from '../../detail/settings-section.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { More } from '../../ui/more.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useNow } from '../../ui/timestamp.tsx';
import { useClient } from './client-text.ts';
import { accountPageWords } from './words.ts';

const AGO_EVERY_MS = 30_000;

export function Sessions() {
  const { format } = useLanguage();
  const words = useWords(accountPageWords);
  const client = useClient();
  const nowMs = useNow(AGO_EVERY_MS);
  const sessions = useSuspenseInfiniteQuery(pagesOf('listSessions', {}));
  const items = sessions.data.pages.flatMap((page) => page.items);
  const sorted = items.toSorted((one, other) => Number(other.current) - Number(one.current));
  return (
    <SettingsSection title={words.sessionsTitle} hint={words.sessionsHint}>
      <SettingsList label={words.sessionsTitle}>
        {sorted.map((session) => (
          <SettingsItem
            key={session.id}
            name={
              <>
                {client(session)}
                {session.current && <Tag>{words.thisOne}</Tag>}
              </>
            }
            text={[
              session.network,
              words.signedIn(format.short(session.createdAt)),
              words.lastUsed(format.ago(session.lastUsedAt, nowMs)),
            ]
              .filter((text) => text !== null)
              .join(' · ')}
            act={
              !session.current && (
                <ActButton
                  size="small"
                  aria-label={words.endOne(client(session))}
                  act={() => callApi('endSession', { params: { id: session.id } })}
                  reads={['listSessions', 'listActivity']}
                  done={() => words.sessionEnded}
                >
                  {words.end}
                </ActButton>
              )
            }
          />
        ))}
      </SettingsList>
      {sessions.hasNextPage && <More list={sessions} />}
      {items.length > 1 && (
        <ActButton
          variant="danger-line"
          act={() => callApi('endOtherSessions')}
          reads={['listSessions', 'listActivity']}
          done={() => words.othersEnded}
        >
          {words.endOthers}
        </ActButton>
      )}
    </SettingsSection>
  );
}
