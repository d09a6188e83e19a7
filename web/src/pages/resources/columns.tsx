// SPDX-License-Identifier: Apache-2.0
/** The columns of the list of resources. */
import type { ResourceItem } from '@svc/contract';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import type { ListColumn } from '../../list/columns.ts';
import { Asked, HighestRisk, LastAt, Stopped, stoppedOf } from '../../registry/activity.tsx';
import { TwoLines } from '../../registry/two-lines.tsx';
import { resourcesWords } from './words.ts';

export function useColumns(): ListColumn<ResourceItem>[] {
  const words = useWords(resourcesWords);
  const { classifications } = useLanguage().messages.words;
  const agentsText = useAgentsText();
  return [
    {
      id: 'name',
      name: words.resource,
      width: 'minmax(10rem, 1.2fr)',
      phone: 'start',
      value: ({ name }) => name,
      cell: ({ name, description }) => <TwoLines name={name} isName text={description} />,
    },
    {
      id: 'classification',
      name: words.class,
      width: '8rem',
      phone: 'end',
      value: ({ classification }) => classifications[classification],
    },
    {
      id: 'agents',
      name: words.agents,
      width: 'minmax(8rem, 1fr)',
      phone: 'below',
      isWide: true,
      value: agentsText,
      cell: (resource) => <span className="font-mono text-ink-2">{agentsText(resource) ?? '–'}</span>,
    },
    {
      id: 'asked',
      name: words.asked,
      width: '5.5rem',
      isEnd: true,
      value: ({ activity }) => activity.asked,
      cell: ({ activity }) => <Asked activity={activity} />,
    },
    {
      id: 'stopped',
      name: words.stopped,
      width: '13.5rem',
      isWide: true,
      value: ({ activity }) => stoppedOf(activity),
      cell: ({ activity }) => <Stopped activity={activity} />,
    },
    {
      id: 'risk',
      name: words.risk,
      width: '5rem',
      value: ({ activity }) => activity.riskMax,
      cell: ({ activity }) => <HighestRisk activity={activity} />,
    },
    {
      id: 'lastAt',
      isTime: true,
      name: words.lastAt,
      width: '7rem',
      value: ({ activity }) => activity.lastAt,
      cell: ({ activity }) => <LastAt iso={activity.lastAt} />,
    },
  ];
}

/** The agents that asked most, and how many more there are. */
function useAgentsText(): (resource: ResourceItem) => string | null {
  const words = useWords(resourcesWords);
  return ({ agents, agentNames }) => {
    if (agents === 0) return null;
    const names = agentNames.map(({ name }) => name).join(', ');
    const more = agents - agentNames.length;
    return more > 0 ? words.agentsMore(names, more) : names;
  };
}
