// SPDX-License-Identifier: Apache-2.0
/**
 * How the person looks at a list, kept for the next time: the height of its rows, and the columns that are put away.
 */
import { useState } from 'react';
import { keepPreference, readPreference, readText } from '../preference/index.ts';
import type { Density } from './list-table.tsx';

export function useView(id: string) {
  const [density, setDensity] = useState<Density>(() => readPreference('density', ['normal', 'compact']) ?? 'normal');
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => new Set(readText(`hidden.${id}`).split(',')));
  return {
    density,
    onDensity(chosen: Density) {
      keepPreference('density', chosen);
      setDensity(chosen);
    },
    hidden,
    onHide(chosen: ReadonlySet<string>) {
      keepPreference(`hidden.${id}`, [...chosen].join(','));
      setHidden(chosen);
    },
  };
}
