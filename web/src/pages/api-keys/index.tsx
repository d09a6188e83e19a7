// SPDX-License-Identifier: Apache-2.0
/** The API keys: by whom, from where and until when each may be used. */
import type { ApiKey } from '@svc/contract';
import { lazy } from 'react';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { ListPage } from '../../list/list-page.tsx';
import { useAdding } from '../../registry/add-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useColumns } from './columns.tsx';
import { commandOf } from './command.ts';
import { KeyDrawer } from './drawer.tsx';
import { apiKeysWords } from './words.ts';

const KeyDialog = lazy(() => import('./key-dialog.tsx'));

export function ApiKeysPage() {
  const { format } = useLanguage();
  const words = useWords(apiKeysWords);
  const adding = useAdding({
    operation: 'createApiKey',
    name: words.add,
    dialog: (close: () => void) => <KeyDialog onClose={close} />,
  });
  return (
    <ListPage<'listApiKeys', ApiKey>
      id="listApiKeys"
      title={words.title}
      countOf={({ total }) => format.number(total)}
      searchLabel={words.search}
      columns={useColumns()}
      keyOf={({ id }) => id}
      linkColumn="name"
      isTall
      isStill
      values={{ status: words.statuses, kind: words.kinds }}
      drawer={(opened) => <KeyDrawer opened={opened} />}
      empty={
        <EmptyState
          title={words.emptyTitle}
          text={words.emptyText}
          command={{ label: words.command, code: commandOf() }}
        >
          {adding.plain}
        </EmptyState>
      }
      actions={adding.main}
    />
  );
}
