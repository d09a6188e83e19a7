// SPDX-License-Identifier: Apache-2.0
/** Answers with a passkey; closing the browser's question is no fault. */
import type { AuthenticatorAnswer } from '@svc/contract';
import { Fingerprint } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAct } from '../api/acting.ts';
import { type Failure, failureOf } from '../api/failure.ts';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { Button, type ButtonVariant } from '../ui/button.tsx';
import { FailureNotice, Notice } from '../ui/notice.tsx';
import { askForPasskey, PasskeyNotUsed } from './passkeys.ts';
import { accountWords } from './words.ts';

interface PasskeyButtonProps {
  variant?: ButtonVariant;
  children: ReactNode;
  onAnswer(answer: AuthenticatorAnswer): Promise<unknown>;
  onDone(): void;
  /** In the place of the catalogue's notice of a refusal. */
  refusal?(failure: Failure): ReactNode;
}

export function PasskeyButton({ variant = 'line', children, onAnswer, onDone, refusal }: PasskeyButtonProps) {
  const { ui } = useLanguage().messages;
  const words = useWords(accountWords);
  const answering = useAct(async () => onAnswer(await askForPasskey()), [], onDone);
  const { error, isPending } = answering;
  return (
    <div className="flex flex-col gap-3">
      <Button variant={variant} size="large" aria-disabled={isPending} onClick={() => !isPending && answering.mutate()}>
        <Fingerprint aria-hidden className="size-4" />
        {isPending ? ui.working : children}
      </Button>
      {error instanceof PasskeyNotUsed && <Notice tone="information" {...words.passkeyNotUsed} />}
      {error !== null &&
        !(error instanceof PasskeyNotUsed) &&
        (refusal?.(failureOf(error)) ?? <FailureNotice failure={failureOf(error)} />)}
    </div>
  );
}
