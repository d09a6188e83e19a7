// SPDX-License-Identifier: Apache-2.0
/** Verifies the chain where it is kept. */
import type { AuditVerification } from '@svc/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { callApi } from '../../api/client.ts';
import { failureOf } from '../../api/failure.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { Button } from '../../ui/button.tsx';
import { CopyIcon } from '../../ui/copy.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { auditWords } from './words.ts';

export function ChainCheck() {
  const words = useWords(auditWords);
  const queries = useQueryClient();
  const check = useMutation({
    mutationFn: () => callApi('verifyAudit'),
    // The foot of the sidebar says what was found.
    onSuccess: (answer) => queries.setQueryData(['verifyAudit', {}], answer),
  });
  return (
    <div className="flex flex-col gap-3 border-b border-line px-6 py-3 max-md:px-4">
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-64 grow basis-0 text-ink-2 max-md:sr-only">{words.chainText}</p>
        <Button variant="solid" onClick={() => check.mutate()} aria-disabled={check.isPending}>
          <ShieldCheck aria-hidden className="size-4" />
          {check.isPending ? words.checking : words.check}
        </Button>
      </div>
      {check.error !== null && <FailureNotice failure={failureOf(check.error)} />}
      {check.data !== undefined && <Verdict verification={check.data} />}
    </div>
  );
}

function Verdict({ verification }: { verification: AuditVerification }) {
  const { format } = useLanguage();
  const words = useWords(auditWords);
  const entries = format.number(verification.entries);
  const seq = verification.fault?.seq ?? null;
  switch (verification.verdict) {
    case 'VALID':
      return (
        <Notice tone="success" what={words.valid(entries)} remedy={words.validRemedy}>
          {verification.checkpoint !== null && <Checkpoint note={verification.checkpoint} />}
        </Notice>
      );
    case 'UNFINISHED':
      return <Notice tone="information" what={words.unfinished(entries)} remedy={words.unfinishedRemedy} />;
    case 'NOT_VALID':
      return (
        <Notice
          tone="problem"
          what={seq === null ? words.notValidEnd : words.notValid(format.number(seq))}
          remedy={words.notValidRemedy}
        />
      );
  }
}

function Checkpoint({ note }: { note: string }) {
  const words = useWords(auditWords);
  return (
    <details className="w-full text-ink-2">
      <summary className="w-fit underline decoration-line-strong underline-offset-4">{words.showCheckpoint}</summary>
      <div className="flex items-start gap-1">
        <pre className="min-w-0 text-meta break-all whitespace-pre-wrap">{note}</pre>
        <CopyIcon text={note} what={words.checkpoint} />
      </div>
    </details>
  );
}
