// SPDX-License-Identifier: Apache-2.0
/** A button that leads to a page of the payment processor. */
import type { BillingPage } from '@svc/contract';
import type { ReactNode } from 'react';
import { useAct } from '../../api/acting.ts';
import { failureOf } from '../../api/failure.ts';
import { useLanguage } from '../../language/index.tsx';
import { Button, type ButtonSize } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';

interface ProcessorButtonProps {
  open(): Promise<BillingPage>;
  size?: ButtonSize;
  label?: string;
  children: ReactNode;
}

export function ProcessorButton({ open, size = 'normal', label, children }: ProcessorButtonProps) {
  const { ui } = useLanguage().messages;
  const opening = useAct(open, [], ({ url }) => window.location.assign(url));
  return (
    <>
      <Button
        size={size}
        aria-label={label}
        aria-disabled={opening.isPending}
        onClick={() => !opening.isPending && opening.mutate()}
      >
        {opening.isPending ? ui.working : children}
      </Button>
      {opening.error !== null && !opening.isPending && (
        <div className="mt-2 text-left whitespace-normal">
          <FailureNotice failure={failureOf(opening.error)} />
        </div>
      )}
    </>
  );
}
