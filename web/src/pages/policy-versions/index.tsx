// SPDX-License-Identifier: Apache-2.0
/** Every state of the policies: who made it, when, from where, what changed, and the way back to it. */
import type { PolicyVersion } from '@svc/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { pagesOf } from '../../api/reading.ts';
import { SideBySide, SideList } from '../../detail/side-by-side.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { Page } from '../../page/page.tsx';
import { useAuthor } from '../../policy/author.ts';
import { Answered } from '../../ui/answered.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { More } from '../../ui/more.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tag } from '../../ui/tag.tsx';
import { VersionDetail } from './detail.tsx';
import { useSummary } from './summary.ts';
import { versionsWords } from './words.ts';

export function VersionsPage() {
  const words = useWords(versionsWords);
  const { version } = useSearch({ from: '/signed-in/policies/versions' });
  const chosen = version !== undefined && /^\d{1,15}$/.test(version) ? version : undefined;
  const versions = useInfiniteQuery(pagesOf('listPolicyVersions', {}));
  const items = versions.data?.pages.flatMap((page) => page.items);
  const current = versions.data?.pages[0]?.current ?? 0;
  return (
    <Page
      title={words.title}
      crumb={{ name: words.policies, to: '/policies' }}
      {...(chosen !== undefined && { onPhone: { title: words.one, backTo: words.title } })}
    >
      <Answered query={{ ...versions, data: items }} skeleton={<Skeleton rowClass="h-13" />}>
        {(all) => {
          const open = chosen === undefined ? all[0]?.number : Number(chosen);
          if (open === undefined) return <EmptyState help="policies" title={words.noneTitle} text={words.noneText} />;
          const list = (
            <SideList
              label={words.list}
              items={all}
              keyOf={({ number }) => String(number)}
              field="version"
              selected={String(open)}
              row={(version) => <Row version={version} isCurrent={version.number === current} />}
              below={versions.hasNextPage && <More list={versions} />}
            />
          );
          return (
            <SideBySide list={list} isChosen={chosen !== undefined}>
              <VersionDetail key={open} number={open} current={current} />
            </SideBySide>
          );
        }}
      </Answered>
    </Page>
  );
}

function Row({ version, isCurrent }: { version: PolicyVersion; isCurrent: boolean }) {
  const words = useWords(versionsWords);
  const { format } = useLanguage();
  const authorOf = useAuthor();
  const summaryOf = useSummary();
  return (
    <>
      <span className="flex items-center gap-2">
        <span className="font-medium tabular-nums">{words.version(format.number(version.number))}</span>
        {isCurrent && <Tag>{words.inForce}</Tag>}
        <span className="ml-auto text-meta text-ink-3 tabular-nums">{format.short(version.createdAt)}</span>
      </span>
      <span className="flex min-w-0 gap-2 text-meta text-ink-3">
        <span className="truncate">{authorOf(version)}</span>
        <span className="ml-auto shrink-0">{summaryOf(version)}</span>
      </span>
    </>
  );
}
