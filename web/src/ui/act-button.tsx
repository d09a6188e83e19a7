// SPDX-License-Identifier: Apache-2.0
/** A button that does one thing at once: it says that it works, then what was done; a refusal stands beside it. */
import type { AppOperationId } from '@svc/contract';
import type { ComponentProps } from 'react';
import { useAct } from '../api/acting.ts';
import { failureOf } from '../api/failure.ts';
import { useLanguage } from '../language/index.tsx';
import { Button } from './button.tsx';
import { FailureNotice } from './notice.tsx';
import { showToast } from './toast.ts';

interface ActButtonProps<Answer> extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  act(): Promise<Answer>;
  /** The operations whose answers it makes old. */
  reads: readonly AppOperationId[];
  /** The sentence of the toast. */
  done(answer: Answer): string;
  /** The word while it works, where "Working" says too little. */
  working?: string;
}

export function ActButton<Answer>({ act, reads, done, working, children, ...button }: ActButtonProps<Answer>) {
  const { ui } = useLanguage().messages;
  const acting = useAct(act, reads, (answer) => showToast({ title: done(answer) }));
  return (
    <>
      <Button {...button} aria-disabled={acting.isPending} onClick={() => !acting.isPending && acting.mutate()}>
        {acting.isPending ? (working ?? ui.working) : children}
      </Button>
      {acting.error !== null && !acting.isPending && (
        <div className="basis-full">
          <FailureNotice failure={failureOf(acting.error)} />
        </div>
      )}
    </>
  );
}
