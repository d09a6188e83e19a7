// SPDX-License-Identifier: Apache-2.0
/** Proves a guardrail while it is written: what the policies in force say about it. Nothing is saved. */
import { useId } from 'react';
import { useAct } from '../../api/acting.ts';
import { callApi } from '../../api/client.ts';
import { failureOf } from '../../api/failure.ts';
import { useWords } from '../../language/word-set.ts';
import { type ClaimDraft, claimIn, problemsIn } from '../../policy/claim/draft.ts';
import { Finding } from '../../policy/claim/finding.tsx';
import { claimWords } from '../../policy/claim/words.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';

export function CheckNow({ draft }: { draft: ClaimDraft }) {
  const { form: words } = useWords(claimWords);
  const hintId = useId();
  // A guardrail without a name can be asked, too.
  const asked = { ...claimIn(draft), name: draft.name.trim() || '-' };
  const key = JSON.stringify(asked);
  const checking = useAct(
    async () => ({ key, proof: (await callApi('checkGuardrail', { body: { claim: asked } })).proof }),
    [],
  );
  const hasFault = (draft.typed?.faults ?? 0) > 0 || problemsIn({ ...draft, name: asked.name }).length > 0;
  const found = checking.data?.key === key ? checking.data : null;
  return (
    <div className="flex flex-col gap-3 rounded-m bg-sunken p-3">
      <div className="flex items-center gap-3">
        <Button
          size="small"
          disabled={hasFault}
          aria-disabled={checking.isPending}
          aria-describedby={hintId}
          onClick={() => !checking.isPending && checking.mutate(undefined)}
        >
          {checking.isPending ? words.checking : words.check}
        </Button>
        <span id={hintId} className="text-meta text-ink-3">
          {words.checkHint}
        </span>
      </div>
      <div role="status">{found !== null && <Finding result={found.proof} />}</div>
      {checking.error !== null && !checking.isPending && <FailureNotice failure={failureOf(checking.error)} />}
    </div>
  );
}
