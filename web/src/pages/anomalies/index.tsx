// SPDX-License-Identifier: Apache-2.0
/** The unusual actions of agents, with a scan on request; a drawer closes one with a note. */
import type { AnomalyItem } from '@svc/contract';
import { useWords } from '../../language/word-set.ts';
import { ListPage } from '../../list/list-page.tsx';
import { Can } from '../../session/may.tsx';
import { useColumns } from './columns.tsx';
import { AnomalyDrawer } from './drawer.tsx';
import { NothingUnusual } from './nothing-unusual.tsx';
import { ScanNow } from './scan-now.tsx';
import { anomaliesWords } from './words.ts';

export function AnomaliesPage() {
  const words = useWords(anomaliesWords);
  return (
    <ListPage<'listAnomalies', AnomalyItem>
      id="listAnomalies"
      title={words.title}
      searchLabel={words.search}
      columns={useColumns()}
      keyOf={({ id }) => id}
      linkColumn="what"
      isTall
      values={{ status: words.statuses, kind: words.kinds, severity: words.severities }}
      drawer={(opened) => <AnomalyDrawer opened={opened} />}
      empty={<NothingUnusual />}
      actions={
        <Can operation="scanForAnomalies">
          <ScanNow />
        </Can>
      }
    />
  );
}
