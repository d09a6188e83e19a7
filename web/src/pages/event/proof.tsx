/** The proof of one entry: which checkpoint covers it, checked here, and as a file to check elsewhere. */
import type { AuditProof } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { Download, ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react';
import { failureOf } from '../../api/failure.ts';
import { proofQuery } from '../../api/queries.ts';
import { checkProof, type ProofOutcome, proofFile } from '../../audit-proof/index.ts';
import { useLanguage } from '../../language/index.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { saveText } from '../../ui/save-text.ts';

export function Proof({ seq, hash }: { seq: number; hash: string }) {
  const { messages } = useLanguage();
  const proof = useQuery(proofQuery(seq));
  if (proof.error !== null) {
    return <FailureNotice failure={failureOf(proof.error)} onRetry={() => void proof.refetch()} />;
  }
  if (proof.data === undefined) return <p className="pt-1 text-sm text-muted">{messages.audit.proof.checking}</p>;
  const { covered } = proof.data;
  if (covered === null) return <p className="pt-1 text-sm text-muted">{messages.audit.proof.waiting}</p>;
  return <Covered seq={seq} hash={hash} covered={covered} />;
}

const LOOKS: Record<ProofOutcome, { Icon: typeof ShieldCheck; tone: string }> = {
  included: { Icon: ShieldCheck, tone: 'text-allow' },
  unsigned: { Icon: ShieldQuestion, tone: 'text-muted' },
  wrong: { Icon: ShieldAlert, tone: 'text-block' },
  unavailable: { Icon: ShieldQuestion, tone: 'text-muted' },
};

interface CoveredProps {
  seq: number;
  hash: string;
  covered: NonNullable<AuditProof['covered']>;
}

function Covered({ seq, hash, covered }: CoveredProps) {
  const { messages, format } = useLanguage();
  const { proof: labels } = messages.audit;
  // The hash that the page shows is the one that is proven, wherever the proof came from.
  const outcome = useQuery({
    queryKey: ['proof-outcome', hash, covered],
    queryFn: () => checkProof(hash, covered),
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
  if (outcome === undefined) return <p className="pt-1 text-sm text-muted">{labels.checking}</p>;
  const size = format.number(covered.size);
  const sentences: Record<ProofOutcome, string> = {
    included: labels.included(size),
    unsigned: labels.includedUnsigned(size),
    wrong: labels.wrong,
    unavailable: labels.unavailable,
  };
  const { Icon, tone } = LOOKS[outcome];
  return (
    <div className="flex items-start gap-2 pt-1.5 text-sm">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} />
      <p className={`min-w-0 grow ${tone}`}>{sentences[outcome]}</p>
      <button
        type="button"
        aria-label={labels.download(seq)}
        className="grid size-7 shrink-0 place-items-center rounded-md text-muted hover:bg-neutral-soft hover:text-ink"
        onClick={() => saveText(`svc-entry-${seq}.tlog-proof`, proofFile(covered))}
      >
        <Download aria-hidden className="size-4" />
      </button>
    </div>
  );
}
