// SPDX-License-Identifier: Apache-2.0
/** The first steps in the menu: how many are done, until all are, or the person has put them away. */
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../session/may.tsx';
import { firstStepsQuery, leftOf } from './first-steps.ts';

export type Guide = NonNullable<ReturnType<typeof leftOf>>;

/** For those who may take the steps. */
export function useGuide(): Guide | null {
  const may = useMay()('createInvitation');
  const { data } = useQuery({ ...firstStepsQuery, enabled: may });
  return may ? leftOf(data) : null;
}
