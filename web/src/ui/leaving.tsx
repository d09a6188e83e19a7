// SPDX-License-Identifier: Apache-2.0
/** Leaving a page with changes asks first; the browser asks by itself when the tab is closed. */
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLanguage } from '../language/index.tsx';

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx').then((part) => ({ default: part.ConfirmDialog })));

/** Resolves whether the person stays. */
type Question = (isStaying: boolean) => void;

export function useLeaving(isDirty: boolean) {
  const { history } = useRouter();
  const isAllowed = useRef(false);
  const [question, setQuestion] = useState<Question | null>(null);
  useEffect(() => {
    if (!isDirty) return;
    return history.block({
      async blockerFn({ currentLocation, nextLocation }) {
        if (isAllowed.current || currentLocation.pathname === nextLocation.pathname) return false;
        return await new Promise<boolean>((resolve) => {
          setQuestion(() => (isStaying: boolean) => {
            setQuestion(null);
            resolve(isStaying);
          });
        });
      },
      enableBeforeUnload: () => !isAllowed.current,
    });
  }, [history, isDirty]);
  const allow = () => {
    isAllowed.current = true;
  };
  return { question, allow };
}

export function Leaving({ leaving: { question } }: { leaving: ReturnType<typeof useLeaving> }) {
  const { discard } = useLanguage().messages.ui;
  if (question === null) return null;
  return (
    <Suspense>
      <ConfirmDialog
        title={discard.title}
        text={discard.text}
        act={discard.leave}
        variant="solid"
        onConfirm={async () => question(false)}
        onClose={() => question(true)}
      />
    </Suspense>
  );
}
