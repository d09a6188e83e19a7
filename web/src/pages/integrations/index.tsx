// SPDX-License-Identifier: Apache-2.0
/** The integrations: credentials that routes send, chats, and ticket systems. */
import type { IntegrationItem } from '@svc/contract';
import { lazy } from 'react';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { useChangeSearch } from '../../list/change-search.ts';
import { ListPage } from '../../list/list-page.tsx';
import { useAdding } from '../../registry/add-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useColumns } from './columns.tsx';
import { IntegrationDrawer } from './drawer.tsx';
import { integrationsWords } from './words.ts';

const IntegrationDialog = lazy(() => import('./integration-dialog.tsx'));

export function IntegrationsPage() {
  const { format } = useLanguage();
  const words = useWords(integrationsWords);
  const change = useChangeSearch();
  const adding = useAdding({
    operation: 'createIntegration',
    name: words.add,
    dialog: (close: () => void) => (
      <IntegrationDialog integration={null} onAdded={(open) => change({ open })} onClose={close} />
    ),
  });
  return (
    <ListPage<'listIntegrations', IntegrationItem>
      id="listIntegrations"
      title={words.title}
      countOf={({ total }) => format.number(total)}
      searchLabel={words.search}
      columns={useColumns()}
      keyOf={({ id }) => id}
      linkColumn="name"
      isTall
      isStill
      values={{ kind: words.kinds }}
      drawer={(opened) => <IntegrationDrawer opened={opened} />}
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
