// SPDX-License-Identifier: Apache-2.0
/** The policies as a ladder: what blocks, what asks a person, what allows, and below them the risk score. */
import type { PolicyItem } from '@svc/contract';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { ListPage } from '../../list/list-page.tsx';
import { policyWords } from '../../policy/words.ts';
import { Actions } from './actions.tsx';
import { useColumns } from './columns.tsx';
import { LastRung, rung } from './ladder.tsx';
import { Starting } from './starting.tsx';
import { policiesWords } from './words.ts';

export function PoliciesPage() {
  const words = useWords(policiesWords);
  const { families, resources } = useWords(policyWords);
  const { format } = useLanguage();
  return (
    <ListPage<'listPolicies', PolicyItem>
      id="listPolicies"
      title={words.title}
      countOf={({ total }) => (
        <>
          {format.number(total)}
          <span className="ml-2 whitespace-nowrap max-2xl:hidden">{words.lead}</span>
        </>
      )}
      searchLabel={words.search}
      columns={useColumns()}
      keyOf={({ id }) => id}
      linkColumn="name"
      page="/policies/$id"
      isTall
      isStill
      values={{
        decision: words.rungs,
        mode: words.modes,
        enabled: words.on,
        action: families,
        resource: resources,
      }}
      groups={{ of: ({ decision }) => decision, head: rung }}
      last={<LastRung />}
      empty={<Starting />}
      actions={<Actions />}
    />
  );
}
