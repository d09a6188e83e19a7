// SPDX-License-Identifier: Apache-2.0
/** The question that a refused change opens: who are you, once more? Then the change is sent again. */
import { lazy, Suspense, useEffect, useState } from 'react';
import { askToConfirmBy } from '../api/confirming.ts';

const ConfirmPersonDialog = lazy(() => import('./confirm-person-dialog.tsx'));

type Settle = (isConfirmed: boolean) => void;

/** A change may be refused before the other overlays are there. */
export function ConfirmPerson() {
  const [settle, setSettle] = useState<Settle | null>(null);
  useEffect(() => askToConfirmBy(() => new Promise((resolve) => setSettle(() => resolve))), []);
  if (settle === null) return null;
  const end: Settle = (isConfirmed) => {
    setSettle(null);
    settle(isConfirmed);
  };
  return (
    <Suspense>
      <ConfirmPersonDialog onEnd={end} />
    </Suspense>
  );
}
