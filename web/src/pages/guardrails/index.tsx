// SPDX-License-Identifier: Apache-2.0
/** The guardrails of the organization: rules for every request, with their last proofs and their enforcement. */
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
import { NewGuardrail } from './new-guardrail.tsx';
import { ProveAll } from './prove-all.tsx';
import { Starting } from './starting.tsx';
import { guardrailsWords } from './words.ts';

const GuardrailDialog = lazy(() => import('./guardrail-dialog.tsx'));

export function GuardrailsPage() {
  const { format } = useLanguage();
  const words = useWords(guardrailsWords);
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
        page="/guardrails/$id"
        isTall
        isStill
        values={{ state: states, enforcing: { true: enforcing, false: watching } }}
        empty={<Starting onStart={setFirst} />}
        actions={
          <>
            <DeletedButton />
            <ProveAll />
            <Can operation="createGuardrail">
              <NewGuardrail onOpen={() => setFirst(NEW_CLAIM)} />
            </Can>
          </>
        }
      />
      {first !== null && (
        <Suspense>
          <GuardrailDialog guardrail={null} first={first} onClose={() => setFirst(null)} />
        </Suspense>
      )}
    </>
  );
}
