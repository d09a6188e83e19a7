// SPDX-License-Identifier: Apache-2.0
/** The history of the account, the newest first: for the person alone. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { pagesOf } from '../../api/reading.ts';
import { SettingsItem, SettingsList, SettingsSection } from '../../detail/settings-section.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { Answered } from '../../ui/answered.tsx';
import { More } from '../../ui/more.tsx';
import { useClient } from './client-text.ts';
import { accountPageWords } from './words.ts';

export function Activity() {
  const { format } = useLanguage();
  const words = useWords(accountPageWords);
  const client = useClient();
  const activity = useInfiniteQuery(pagesOf('listActivity', {}));
  return (
    <SettingsSection title={words.activityTitle} hint={words.activityHint}>
      <Answered query={{ ...activity, data: activity.data?.pages.flatMap((page) => page.items) }}>
        {(items) => (
          <SettingsList label={words.activityTitle}>
            {items.map((entry) => (
              <SettingsItem
                key={entry.id}
                name={words.kinds[entry.kind]}
                text={[format.dateTime(entry.at), client(entry), entry.network]
                  .filter((text) => text !== null)
                  .join(' · ')}
              />
            ))}
          </SettingsList>
        )}
      </Answered>
      {activity.hasNextPage && <More list={activity} />}
    </SettingsSection>
  );
}
