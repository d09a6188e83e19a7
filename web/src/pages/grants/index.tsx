// SPDX-License-Identifier: Apache-2.0
/** The standing permissions of all agents: what each lets through, who made it, how often it was used; ended here. */
import type { Grant } from '@svc/contract';
import { useWords } from '../../language/word-set.ts';
import { ListPage } from '../../list/list-page.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useColumns } from './columns.tsx';
import { GrantDrawer } from './drawer.tsx';
import { EndAll } from './end-all.tsx';
import { Proposals } from './proposals.tsx';
import { grantsWords } from './words.ts';

export function GrantsPage() {
  const words = useWords(grantsWords);
  return (
    <ListPage<'listGrants', Grant>
      id="listGrants"
      title={words.title}
      searchLabel={words.search}
      columns={useColumns()}
      keyOf={({ id }) => id}
      linkColumn="what"
      isTall
      values={{ status: words.statuses }}
      drawer={(opened) => <GrantDrawer opened={opened} />}
      empty={
        <>
          <EmptyState help="grants" title={words.emptyTitle} text={words.emptyText} />
          <Proposals />
        </>
      }
      above={(items, { agent }) => (agent === undefined ? <Proposals /> : <EndAll agent={agent} grants={items} />)}
    />
  );
}
