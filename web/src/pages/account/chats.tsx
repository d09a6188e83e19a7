// SPDX-License-Identifier: Apache-2.0
/** The users of chats who are this person, with the way to link one: it begins in the chat. */
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { pagesOf } from '../../api/reading.ts';
import { SettingsItem, SettingsList, SettingsSection } from '../../detail/settings-section.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { More } from '../../ui/more.tsx';
import { accountPageWords } from './words.ts';

export function Chats() {
  const { format } = useLanguage();
  const { chats: words } = useWords(accountPageWords);
  const links = useSuspenseInfiniteQuery(pagesOf('listChatLinks', {}));
  const items = links.data.pages.flatMap((page) => page.items);
  return (
    <>
      <SettingsSection title={words.title} hint={words.hint}>
        {items.length === 0 ? (
          <p className="text-ink-2">{words.none}</p>
        ) : (
          <SettingsList label={words.title}>
            {items.map(({ id, organization, integration, chatTeam, chatUser, createdAt }) => (
              <SettingsItem
                key={id}
                name={<span className="font-mono">{words.user(chatUser, chatTeam)}</span>}
                text={words.of(integration.name, organization.name, format.short(createdAt))}
                act={
                  <ActButton
                    size="small"
                    aria-label={words.unlinkOne(chatUser)}
                    act={() => callApi('deleteChatLink', { params: { id } })}
                    reads={['listChatLinks']}
                    done={() => words.unlinked}
                  >
                    {words.unlink}
                  </ActButton>
                }
              />
            ))}
          </SettingsList>
        )}
        {links.hasNextPage && <More list={links} />}
      </SettingsSection>
      <SettingsSection title={words.howTitle}>
        <ol className="flex list-decimal flex-col gap-1.5 pl-5 text-ink-2">
          {words.how.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </SettingsSection>
    </>
  );
}
