// SPDX-License-Identifier: Apache-2.0
/** The claims of the organization: what must hold for every request, what the last proof says, and what is enforced. */
import type { Guardrail, PolicyClaim } from '@svc/contract';
import { lazy, Suspense, useState } from 'react';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { ListPage } from '../../list/list-page.tsx';
import { NEW_CLAIM } from '../../policy/claim/starting.ts';
import { claimWords } from '../../policy/claim/words.ts';
import { Can } from '../../session/may.tsx';
import { useColumns } from './columns.tsx';
import { DeletedButton } from './deleted-button.tsx';
import { NewClaim } from './new-claim.tsx';
import { ProveAll } from './prove-all.tsx';
import { Starting } from './starting.tsx';
import { claimsWords } from './words.ts';

const ClaimDialog = lazy(() => import('./claim-dialog.tsx'));

export function ClaimsPage() {
  const { format } = useLanguage();
  const words = useWords(claimsWords);
  const { enforcing, states, watching } = useWords(claimWords);
  const [first, setFirst] = useState<PolicyClaim | null>(null);
  return (
    <>
      <ListPage<'listGuardrails', Guardrail>
        id="listGuardrails"
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
        page="/claims/$id"
        isTall
        isStill
        values={{ state: states, enforcing: { true: enforcing, false: watching } }}
        empty={<Starting onStart={setFirst} />}
        actions={
          <>
            <DeletedButton />
            <ProveAll />
            <Can operation="createGuardrail">
              <NewClaim onOpen={() => setFirst(NEW_CLAIM)} />
            </Can>
          </>
        }
      />
      {first !== null && (
        <Suspense>
          <ClaimDialog claim={null} first={first} onClose={() => setFirst(null)} />
        </Suspense>
      )}
    </>
  );
}
