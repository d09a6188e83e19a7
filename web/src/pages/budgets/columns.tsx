// SPDX-License-Identifier: Apache-2.0
/** The columns of the list of budgets. */
import type { BudgetItem } from '@svc/contract';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import type { ListColumn } from '../../list/columns.ts';
import { policyWords } from '../../policy/words.ts';
import { TwoLines } from '../../registry/two-lines.tsx';
import { UseBar } from './use-bar.tsx';
import { budgetsWords } from './words.ts';

export function useColumns(): ListColumn<BudgetItem>[] {
  const { format } = useLanguage();
  const words = useWords(budgetsWords);
  const { families, resources } = useWords(policyWords);
  const stateOf = ({ enabled, mode, onExceed }: BudgetItem) =>
    enabled && mode === 'ENFORCE' ? words.outcomes[onExceed] : words.modes[enabled ? 'MONITOR' : 'OFF'];
  return [
    {
      id: 'name',
      name: words.budget,
      width: 'minmax(10rem, 1.2fr)',
      phone: 'start',
      value: ({ name }) => name,
      cell: ({ name, description }) => <TwoLines name={name} text={description ?? null} />,
    },
    {
      id: 'covers',
      name: words.covers,
      width: 'minmax(9rem, 1fr)',
      isWide: true,
      value: ({ action, resource }) => `${families[action]}, ${resources[resource ?? 'ANY']}`,
    },
    {
      id: 'use',
      name: words.use,
      width: 'minmax(13rem, 1fr)',
      phone: 'below',
      value: ({ current }) => words.used(format.number(current.used), format.number(current.limit)),
      cell: ({ current }) => <UseBar {...current} />,
    },
    {
      id: 'forecast',
      name: words.forecast,
      width: '6rem',
      isEnd: true,
      isWide: true,
      value: ({ current: { forecast } }) => (forecast === null ? null : format.number(forecast)),
    },
    {
      id: 'window',
      name: words.window,
      width: '5rem',
      value: ({ window }) => words.windows[window],
    },
    {
      id: 'full',
      name: words.full,
      width: '9rem',
      phone: 'end',
      value: stateOf,
    },
  ];
}
