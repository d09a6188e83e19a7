/** Checks the chain where it is kept, and hands it out to be checked elsewhere. */
import type { AuditVerification } from '@svc/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Copy, Download, ShieldCheck } from 'lucide-react';
import { useRef } from 'react';
import { failureOf } from '../../api/failure.ts';
import { apiPath } from '../../api/paths.ts';
import { meQuery, verifyAudit } from '../../api/queries.ts';
import { useLanguage } from '../../language/index.tsx';
import { useAnnounce } from '../../ui/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';

export function ChainCheck() {
  const { messages } = useLanguage();
  const { audit } = messages;
  const check = useMutation({ mutationFn: verifyAudit });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button look="primary" onClick={() => check.mutate()} disabled={check.isPending}>
          <ShieldCheck aria-hidden className="size-4" />
          {check.isPending ? audit.checking : audit.check}
        </Button>
        <Export />
        <p className="text-sm text-muted">{audit.exportHint}</p>
      </div>
      {check.error !== null && <FailureNotice failure={failureOf(check.error)} />}
      {check.data !== undefined && <Verdict verification={check.data} />}
    </div>
  );
}

/** A download is no call of the app: the session is renewed first, so that it does not fail for its age. */
function Export() {
  const { messages } = useLanguage();
  const queries = useQueryClient();
  const link = useRef<HTMLAnchorElement>(null);
  const renewal = useMutation({
    mutationFn: () => queries.fetchQuery({ ...meQuery, staleTime: 0 }),
    onSuccess: () => link.current?.click(),
  });
  return (
    <>
      <Button onClick={() => renewal.mutate()} disabled={renewal.isPending}>
        <Download aria-hidden className="size-4" />
        {messages.audit.export}
      </Button>
      <a ref={link} href={apiPath.auditExport()} download hidden tabIndex={-1}>
        {messages.audit.export}
      </a>
      {renewal.error !== null && <FailureNotice failure={failureOf(renewal.error)} />}
    </>
  );
}

function Verdict({ verification }: { verification: AuditVerification }) {
  const { messages, format } = useLanguage();
  const { audit } = messages;
  const entries = format.number(verification.entries);
  const seq = verification.fault?.seq ?? null;
  switch (verification.verdict) {
    case 'VALID':
      return (
        <Notice tone="success" what={audit.valid(entries)} mend={audit.validMend}>
          {verification.checkpoint !== null && <Checkpoint note={verification.checkpoint} />}
        </Notice>
      );
    case 'UNFINISHED':
      return <Notice tone="information" what={audit.unfinished(entries)} mend={audit.unfinishedMend} />;
    case 'NOT_VALID':
      return (
        <Notice
          tone="problem"
          what={seq === null ? audit.notValidEnd : audit.notValid(format.number(seq))}
          mend={audit.notValidMend}
        />
      );
  }
}

function Checkpoint({ note }: { note: string }) {
  const { messages } = useLanguage();
  const announce = useAnnounce();
  const copy = async () => {
    await navigator.clipboard.writeText(note);
    announce(messages.audit.copied);
  };
  return (
    <div className="mt-2 flex flex-col items-start gap-2 text-ink">
      <pre className="max-w-full font-mono text-xs break-all whitespace-pre-wrap">{note}</pre>
      <Button onClick={() => void copy()}>
        <Copy aria-hidden className="size-4" />
        {messages.audit.copyCheckpoint}
      </Button>
    </div>
  );
}
