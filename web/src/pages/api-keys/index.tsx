// SPDX-License-Identifier: Apache-2.0
/** The API keys: by whom, from where and until when each may be used. */
import type { ApiKey } from '@svc/contract';
import { lazy } from 'react';
import { useWords } from '../../language/word-set.ts';
import { RecordsPage } from '../../registry/records-page.tsx';
import { useColumns } from './columns.tsx';
import { commandOf } from './command.ts';
import { KeyDrawer } from './drawer.tsx';
import { apiKeysWords } from './words.ts';

const KeyDialog = lazy(() => import('./key-dialog.tsx'));

export function ApiKeysPage() {
  const words = useWords(apiKeysWords);
  return (
    <RecordsPage<'listApiKeys', ApiKey>
      help="apiKeys"
      id="listApiKeys"
      words={words}
      adding={{
        operation: 'createApiKey',
        name: words.add,
        dialog: (close: () => void) => <KeyDialog onClose={close} />,
      }}
      code={commandOf()}
      columns={useColumns()}
      values={{ status: words.statuses, kind: words.kinds }}
      drawer={(opened) => <KeyDrawer opened={opened} />}
    />
  );
}
