// SPDX-License-Identifier: Apache-2.0
/** Proves every guardrail again, a few at a time, and counts them while it goes on. */
import { GUARDRAILS_MAX } from '@svc/contract/limits';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../../api/acting.ts';
import { callApi } from '../../api/client.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { CLAIM_READS } from '../../policy/claim/reads.ts';
import { useMay } from '../../session/may.tsx';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.ts';
import { guardrailsWords } from './words.ts';

/** So many share one analysis; with more of them at once the count would stand still. */
const AT_ONCE = 5;

export function ProveAll() {
  const words = useWords(guardrailsWords);
  const { format } = useLanguage();
  const may = useMay();
  const [progress, setProgress] = useState<{ done: number; all: number } | null>(null);
  const proving = useAct(
    async () => {
      try {
        return await proveInTurns((done, all) => setProgress({ done, all }));
      } catch (error) {
        showToast({ title: words.notProved });
        throw error;
      } finally {
        setProgress(null);
      }
    },
    CLAIM_READS,
    (count) => showToast({ title: count === 0 ? words.emptyTitle : words.provedAll(count) }),
  );
  if (!may('proveGuardrails')) return null;
  const text =
    progress === null ? words.prove : words.proving(format.number(progress.done), format.number(progress.all));
  return (
    <>
      <Button aria-disabled={proving.isPending} onClick={() => !proving.isPending && proving.mutate(undefined)}>
        <RefreshCw aria-hidden className="size-4" />
        <span className="tabular-nums max-md:sr-only">{text}</span>
      </Button>
      <span role="status" className="sr-only">
        {progress === null ? '' : text}
      </span>
    </>
  );
}

/** @returns how many were proved */
async function proveInTurns(tell: (done: number, all: number) => void): Promise<number> {
  const { items } = await callApi('listGuardrails', { query: { limit: String(GUARDRAILS_MAX) } });
  const ids = items.map(({ id }) => id);
  for (let done = 0; done < ids.length; done += AT_ONCE) {
    tell(done, ids.length);
    await callApi('proveGuardrails', { body: { ids: ids.slice(done, done + AT_ONCE) } });
  }
  return ids.length;
}
