// SPDX-License-Identifier: Apache-2.0
/** Changes that let more through and wait for a second person: what each lets through, and its answer. */
import type { Proposal } from '@svc/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { pagesOf } from '../../api/reading.ts';
import { SideBySide, SideList } from '../../detail/side-by-side.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { Page } from '../../page/page.tsx';
import { Answered } from '../../ui/answered.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { More } from '../../ui/more.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ProposalDetail, ProposalState } from './detail.tsx';
import { proposalsWords } from './words.ts';

export function ProposalsPage() {
  const words = useWords(proposalsWords);
  const { format } = useLanguage();
  const { open } = useSearch({ from: '/signed-in/policies/proposals' });
  const proposals = useInfiniteQuery(pagesOf('listProposals', {}));
  const items = proposals.data?.pages.flatMap((page) => page.items);
  const pending = proposals.data?.pages[0]?.pending;
  return (
    <Page
      title={words.title}
      count={pending === undefined ? undefined : format.number(pending)}
      crumb={{ name: words.policies, to: '/policies' }}
      {...(open !== undefined && { onPhone: { title: words.one, backTo: words.title } })}
    >
      <Answered query={{ ...proposals, data: items }} skeleton={<Skeleton rowClass="h-13" />}>
        {(all) => {
          const shown = open ?? all[0]?.id;
          if (shown === undefined) return <EmptyState help="changes" title={words.noneTitle} text={words.noneText} />;
          const list = (
            <SideList
              label={words.list}
              items={all}
              keyOf={({ id }) => id}
              field="open"
              selected={shown}
              row={(proposal) => <Row proposal={proposal} />}
              below={proposals.hasNextPage && <More list={proposals} />}
            />
          );
          return (
            <SideBySide list={list} isChosen={open !== undefined}>
              <ProposalDetail key={shown} id={shown} />
            </SideBySide>
          );
        }}
      </Answered>
    </Page>
  );
}

function Row({ proposal }: { proposal: Proposal }) {
  const words = useWords(proposalsWords);
  const { format } = useLanguage();
  const { author, createdAt, kind } = proposal;
  return (
    <>
      <span className="flex items-center gap-2">
        <span className="truncate font-medium">{words.kinds[kind]}</span>
        <span className="ml-auto">
          <ProposalState proposal={proposal} />
        </span>
      </span>
      <span className="truncate text-meta text-ink-3">
        {words.by(author.name ?? words.authors[author.type], format.short(createdAt))}
      </span>
    </>
  );
}
