// SPDX-License-Identifier: Apache-2.0
/** The resources: their class, the agents that touch them, and their last 30 days. */
import type { ResourceItem } from '@svc/contract';
import { lazy } from 'react';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { RecordsPage } from '../../registry/records-page.tsx';
import { useColumns } from './columns.tsx';
import { ResourceDrawer } from './drawer.tsx';
import { resourcesWords } from './words.ts';

const ResourceDialog = lazy(() => import('./resource-dialog.tsx'));

export function ResourcesPage() {
  const { messages } = useLanguage();
  const words = useWords(resourcesWords);
  return (
    <RecordsPage<'listResources', ResourceItem>
      help="agents"
      id="listResources"
      words={words}
      adding={{
        operation: 'createResource',
        name: words.register,
        dialog: (close: () => void) => <ResourceDialog resource={null} onClose={close} />,
      }}
      columns={useColumns()}
      values={{ classification: messages.words.classifications }}
      drawer={(opened) => <ResourceDrawer opened={opened} />}
    />
  );
}
