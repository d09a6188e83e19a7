// SPDX-License-Identifier: Apache-2.0
/** The list of one kind of records: rows by their name, a button that makes one, and what an empty list says. */
import type { ComponentProps, ReactNode } from 'react';
import type { Help } from '../help/index.ts';
import { useLanguage } from '../language/index.tsx';
import { ListPage } from '../list/list-page.tsx';
import type { ListId } from '../list/search.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { useAdding } from './add-button.tsx';

/** From the page's own words. */
interface Words {
  title: string;
  search: string;
  emptyTitle: string;
  emptyText: string;
  command: string;
}

type ListProps<Id extends ListId, Item extends object> = ComponentProps<typeof ListPage<Id, Item>>;

type RecordsPageProps<Id extends ListId, Item extends { id: string }> = Pick<
  ListProps<Id, Item>,
  'id' | 'columns' | 'countOf' | 'drawer' | 'isTall' | 'page' | 'values' | 'views'
> & {
  words: Words;
  help: Help;
  adding: Parameters<typeof useAdding>[0];
  /** Makes a record from a terminal. */
  code?: string;
};

export function RecordsPage<Id extends ListId, Item extends { id: string }>(
  props: RecordsPageProps<Id, Item>,
): ReactNode {
  const { words, help, adding: asked, code = 'svc-server provision organization.yaml', ...list } = props;
  const { format } = useLanguage();
  const adding = useAdding(asked);
  return (
    <ListPage<Id, Item>
      isTall
      countOf={(page) => format.number((page as { total: number }).total)}
      {...list}
      title={words.title}
      searchLabel={words.search}
      keyOf={({ id }) => id}
      linkColumn="name"
      isStill
      empty={
        <EmptyState
          title={words.emptyTitle}
          text={words.emptyText}
          help={help}
          command={{ label: words.command, code }}
        >
          {adding.plain}
        </EmptyState>
      }
      actions={adding.main}
    />
  );
}
