// SPDX-License-Identifier: Apache-2.0
/** The resources: their class, the agents that touch them, and their last 30 days. */
import type { ResourceItem } from '@svc/contract';
import { lazy } from 'react';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { ListPage } from '../../list/list-page.tsx';
import { useAdding } from '../../registry/add-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useColumns } from './columns.tsx';
import { ResourceDrawer } from './drawer.tsx';
import { resourcesWords } from './words.ts';

const ResourceDialog = lazy(() => import('./resource-dialog.tsx'));

export function ResourcesPage() {
  const { format, messages } = useLanguage();
  const words = useWords(resourcesWords);
  const adding = useAdding({
    operation: 'createResource',
    name: words.register,
    dialog: (close: () => void) => <ResourceDialog resource={null} onClose={close} />,
  });
  return (
    <ListPage<'listResources', ResourceItem>
      id="listResources"
      title={words.title}
      countOf={({ total }) => format.number(total)}
      searchLabel={words.search}
      columns={useColumns()}
      keyOf={({ id }) => id}
      linkColumn="name"
      isTall
      isStill
      values={{ classification: messages.words.classifications }}
      drawer={(opened) => <ResourceDrawer opened={opened} />}
      empty={
        <EmptyState
          title={words.emptyTitle}
          text={words.emptyText}
          command={{ label: words.command, code: 'svc-server provision organization.yaml' }}
        >
          {adding.plain}
        </EmptyState>
      }
      actions={adding.main}
    />
  );
}
