// SPDX-License-Identifier: Apache-2.0
/** Ends every grant of one agent that the person may end. */
import type { Grant } from '@svc/contract';
import { lazy, Suspense, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { failureOf } from '../../api/failure.ts';
import { useWords } from '../../language/word-set.ts';
import { Button } from '../../ui/button.tsx';
import { grantsWords } from './words.ts';

const ConfirmDialog = lazy(() =>
  import('../../ui/confirm-dialog.tsx').then((part) => ({ default: part.ConfirmDialog })),
);

export function EndAll({ agent, grants }: { agent: string; grants: readonly Grant[] }) {
  const words = useWords(grantsWords);
  const [isAsked, setAsked] = useState(false);
  const own = grants.filter(({ mayEnd }) => mayEnd);
  if (own.length === 0 && !isAsked) return null;
  return (
    <div className="flex justify-end px-(--panel-inset) py-2">
      <Button variant="danger-line" onClick={() => setAsked(true)}>
        {words.endAll(own.length)}
      </Button>
      {isAsked && (
        <Suspense>
          <ConfirmDialog
            title={words.endAllTitle(own[0]?.agent.name ?? agent)}
            text={words.endAllText(own.length)}
            act={words.endAll(own.length)}
            reads={['listGrants', 'readGrant']}
            done={words.endedAll(own.length)}
            onConfirm={() => endEach(own)}
            onClose={() => setAsked(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** One that has ended meanwhile is as it should be. */
async function endEach(grants: readonly Grant[]): Promise<void> {
  for (const { id } of grants) {
    try {
      await callApi('endGrant', { params: { id }, body: {} });
    } catch (error) {
      const failure = failureOf(error);
      if (failure.kind !== 'refused' || failure.status !== 409) throw error;
    }
  }
}
