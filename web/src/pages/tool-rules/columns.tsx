// SPDX-License-Identifier: Apache-2.0
/** The columns of the list of tool rules. */
import type { ToolRulesItem } from '@svc/contract';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import type { ListColumn } from '../../list/columns.ts';
import { TwoLines } from '../../registry/two-lines.tsx';
import { registryWords } from '../../registry/words.ts';
import { toolRulesWords } from './words.ts';

export function useColumns(): ListColumn<ToolRulesItem>[] {
  const { format } = useLanguage();
  const words = useWords(toolRulesWords);
  const common = useWords(registryWords);
  return [
    {
      id: 'name',
      name: common.name,
      width: 'minmax(12rem, 1.6fr)',
      phone: 'start',
      value: ({ name }) => name,
      cell: ({ name, description }) => <TwoLines name={name} text={description ?? null} />,
    },
    {
      id: 'agent',
      name: words.agent,
      width: 'minmax(8rem, 1fr)',
      phone: 'below',
      value: ({ agent }) => agent ?? words.anyAgent,
      cell: ({ agent }) =>
        agent === undefined ? (
          <span className="text-ink-3">{words.anyAgent}</span>
        ) : (
          <span className="font-mono">{agent}</span>
        ),
    },
    {
      id: 'resource',
      name: words.resource,
      width: 'minmax(8rem, 1fr)',
      isWide: true,
      isName: true,
      value: ({ resource }) => resource ?? null,
    },
    {
      id: 'unlisted',
      name: words.unlisted,
      width: '11rem',
      isWide: true,
      value: ({ unlisted }) => words.unlistedNames[unlisted],
    },
    {
      id: 'rules',
      name: words.rules,
      width: '5rem',
      isEnd: true,
      phone: 'end',
      value: ({ rules }) => rules.length,
      cell: ({ rules }) => format.number(rules.length),
    },
  ];
}
