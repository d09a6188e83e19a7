// SPDX-License-Identifier: Apache-2.0
/** The proof of one entry: which checkpoint covers it, checked here, and as a file to check elsewhere. */
import type { AuditProof } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { Download, ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react';
import { useState } from 'react';
import { failureOf } from '../api/failure.ts';
import { readOf } from '../api/reading.ts';
import { checkProof, type ProofOutcome, proofFile } from '../audit-proof/index.ts';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { IconButton } from '../ui/button.tsx';
import { FailureNotice } from '../ui/notice.tsx';
import { saveText } from '../ui/save-text.ts';
import { whyWords } from './why-words.ts';

/** A checkpoint is signed every ten seconds. */
const ASK_AGAIN_MS = 3_000;

/** A proof is read and checked when the person asks for it. */
export function Proof({ seq, hash }: { seq: number; hash: string }) {
  const why = useWords(whyWords);
  const [isAsked, setAsked] = useState(false);
  if (isAsked) return <AskedProof seq={seq} hash={hash} />;
  return (
    <button
      type="button"
      onClick={() => setAsked(true)}
      className="min-h-6 self-start text-ink-2 underline decoration-line-strong underline-offset-4 hover:text-ink"
    >
      {why.proveHere}
    </button>
  );
}

function AskedProof({ seq, hash }: { seq: number; hash: string }) {
  const why = useWords(whyWords);
  const proof = useQuery({
    ...readOf('proveAudit', { params: { seq } }),
    refetchInterval: ({ state }) => (state.data !== undefined && state.data.covered === null ? ASK_AGAIN_MS : false),
  });
  if (proof.error !== null) {
    return <FailureNotice failure={failureOf(proof.error)} onRetry={() => void proof.refetch()} />;
  }
  if (proof.data === undefined) return <p className="text-ink-3">{why.proof.checking}</p>;
  const { covered } = proof.data;
  if (covered === null) return <p className="text-ink-3">{why.proof.waiting}</p>;
  return <Covered seq={seq} hash={hash} covered={covered} />;
}

const VARIANTS: Record<ProofOutcome, { Icon: typeof ShieldCheck; tone: string }> = {
  included: { Icon: ShieldCheck, tone: 'text-allow-ink' },
  unsigned: { Icon: ShieldQuestion, tone: 'text-ink-2' },
  wrong: { Icon: ShieldAlert, tone: 'text-block-ink' },
  unavailable: { Icon: ShieldQuestion, tone: 'text-ink-2' },
};

interface CoveredProps {
  seq: number;
  hash: string;
  covered: NonNullable<AuditProof['covered']>;
}

function Covered({ seq, hash, covered }: CoveredProps) {
  const { format } = useLanguage();
  const { proof: words } = useWords(whyWords);
  // The hash that the page shows is the one that is proven, wherever the proof came from.
  const outcome = useQuery({
    queryKey: ['proof-outcome', hash, covered],
    queryFn: () => checkProof(hash, covered),
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
  if (outcome === undefined) return <p className="text-ink-3">{words.checking}</p>;
  const size = format.number(covered.size);
  const sentences: Record<ProofOutcome, string> = {
    included: words.included(size),
    unsigned: words.unsigned(size),
    wrong: words.wrong,
    unavailable: words.unavailable,
  };
  const { Icon, tone } = VARIANTS[outcome];
  return (
    <div className={`flex items-start gap-2 ${tone}`}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <p className="min-w-0 grow">{sentences[outcome]}</p>
      <IconButton
        label={words.download(seq)}
        onClick={() => saveText(`svc-entry-${seq}.tlog-proof`, proofFile(covered))}
      >
        <Download aria-hidden className="size-4" />
      </IconButton>
    </div>
  );
}
