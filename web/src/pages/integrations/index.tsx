// SPDX-License-Identifier: Apache-2.0
/** The integrations: credentials that routes send, chats, and ticket systems. */
import type { IntegrationItem } from '@svc/contract';
import { lazy } from 'react';
import { useWords } from '../../language/word-set.ts';
import { useChangeSearch } from '../../list/change-search.ts';
import { RecordsPage } from '../../registry/records-page.tsx';
import { useColumns } from './columns.tsx';
import { IntegrationDrawer } from './drawer.tsx';
import { integrationsWords } from './words.ts';

const IntegrationDialog = lazy(() => import('./integration-dialog.tsx'));

export function IntegrationsPage() {
  const words = useWords(integrationsWords);
  const change = useChangeSearch();
  return (
    <RecordsPage<'listIntegrations', IntegrationItem>
      help="chats"
      id="listIntegrations"
      words={words}
      adding={{
        operation: 'createIntegration',
        name: words.add,
        dialog: (close: () => void) => (
          <IntegrationDialog integration={null} onAdded={(open) => change({ open })} onClose={close} />
        ),
      }}
      columns={useColumns()}
      values={{ kind: words.kinds }}
      drawer={(opened) => <IntegrationDrawer opened={opened} />}
    />
  );
}
