// SPDX-License-Identifier: Apache-2.0
/** A person's own account: who they are, how they sign in, where they are signed in, and what happened. */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { readOf } from '../../api/reading.ts';
import { useWords } from '../../language/word-set.ts';
import { Page, ScrollRegion } from '../../page/page.tsx';
import { Views } from '../../page/views.tsx';
import { meQuery } from '../../session/me.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Activity } from './activity.tsx';
import { Chats } from './chats.tsx';
import { YourData } from './data.tsx';
import { Profile } from './profile.tsx';
import { Security } from './security.tsx';
import { Sessions } from './sessions.tsx';
import { accountPageWords } from './words.ts';

const PARTS = {
  profile: Profile,
  security: Security,
  sessions: Sessions,
  chats: Chats,
  activity: Activity,
  data: YourData,
} as const;
/** Parts for a session of a company's directory: the others are about the whole account. */
const OF_ORGANIZATION: ReadonlySet<string> = new Set(['profile', 'chats']);
const NAMES = ['profile', 'security', 'sessions', 'chats', 'activity', 'data'] as const;

export default function AccountPage() {
  const words = useWords(accountPageWords);
  const { demo } = useSuspenseQuery(meQuery).data;
  if (!demo) return <OwnAccount />;
  return (
    <Page title={words.title}>
      <EmptyState title={words.demoTitle} text={words.demoText} />
    </Page>
  );
}

function OwnAccount() {
  const words = useWords(accountPageWords);
  const { directory } = useSuspenseQuery(meQuery).data;
  const { part: asked = 'profile' } = useSearch({ from: '/signed-in/account' });
  const rights = useQuery(readOf('readDataRights'));
  const hasRights = rights.data !== undefined && (rights.data.export || rights.data.deleteAccount);
  const names = NAMES.filter((name) => (name !== 'data' || hasRights) && (!directory || OF_ORGANIZATION.has(name)));
  const isThere = names.includes(asked) || (asked === 'data' && rights.isPending && !directory);
  const part = isThere ? asked : 'profile';
  const Shown = PARTS[part];
  const views = names.map((name) => ({
    name: words.parts[name],
    search: name === 'profile' ? {} : { part: name },
    isShown: name === part,
  }));
  return (
    <Page title={words.title} views={<Views label={words.title} views={views} />}>
      <ScrollRegion label={words.parts[part]}>
        {directory && (
          <div className="px-6 pt-6 max-md:px-4">
            <Notice tone="information" {...words.byCompany} />
          </div>
        )}
        <Suspense fallback={<Skeleton />}>
          <Shown />
        </Suspense>
      </ScrollRegion>
    </Page>
  );
}
