// SPDX-License-Identifier: Apache-2.0
/** The question that a refused change opens: who are you, once more? Then the change is sent again. */
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { askToConfirmBy } from '../api/confirming.ts';
import { meQuery } from '../session/me.ts';

const ConfirmPersonDialog = lazy(() => import('./confirm-person-dialog.tsx'));
const ConfirmByDirectory = lazy(() => import('./confirm-by-directory.tsx'));

type Settle = (isConfirmed: boolean) => void;

/** A change may be refused before the other overlays are there. */
export function ConfirmPerson() {
  const [settle, setSettle] = useState<Settle | null>(null);
  useEffect(() => askToConfirmBy(() => new Promise((resolve) => setSettle(() => resolve))), []);
  const directory = useQuery({ ...meQuery, enabled: false }).data?.directory === true;
  if (settle === null) return null;
  const end: Settle = (isConfirmed) => {
    setSettle(null);
    settle(isConfirmed);
  };
  return <Suspense>{directory ? <ConfirmByDirectory onEnd={end} /> : <ConfirmPersonDialog onEnd={end} />}</Suspense>;
}
