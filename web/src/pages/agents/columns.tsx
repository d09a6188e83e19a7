// SPDX-License-Identifier: Apache-2.0
/** The columns of the list of agents. */
import type { AgentItem } from '@svc/contract';
import { useWords } from '../../language/word-set.ts';
import type { ListColumn } from '../../list/columns.ts';
import { Asked, HighestRisk, LastAt, Stopped, stoppedOf } from '../../registry/activity.tsx';
import { usePermissionSummary } from '../../registry/permission-words.ts';
import { TwoLines } from '../../registry/two-lines.tsx';
import { AgentActs } from './acts.tsx';
import { AgentState } from './state.tsx';
import { agentsWords } from './words.ts';

export function useColumns(): ListColumn<AgentItem>[] {
  const words = useWords(agentsWords);
  const summary = usePermissionSummary();
  return [
    {
      id: 'name',
      name: words.agent,
      width: 'minmax(10rem, 1.4fr)',
      phone: 'start',
      value: ({ name }) => name,
      cell: Name,
    },
    {
      id: 'state',
      name: words.state,
      width: '6rem',
      phone: 'middle',
      value: ({ status }) => words.statuses[status],
      cell: ({ status }) => <AgentState status={status} />,
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
      phone: 'end',
      value: ({ activity }) => activity.riskMax,
      cell: ({ activity }) => <HighestRisk activity={activity} />,
    },
    {
      id: 'mayDo',
      name: words.mayDo,
      width: 'minmax(8rem, 1fr)',
      phone: 'below',
      isWide: true,
      value: ({ permissions }) => summary(permissions),
      cell: ({ permissions }) => (
        <span className={permissions === null ? 'font-medium' : 'text-ink-2'}>{summary(permissions)}</span>
      ),
    },
    { id: 'keys', name: words.keys, width: '8.5rem', isWide: true, value: ({ keys }) => keys, cell: Keys },
    {
      id: 'lastAt',
      isTime: true,
      name: words.lastAt,
      width: '7rem',
      value: ({ activity }) => activity.lastAt,
      cell: ({ activity }) => <LastAt iso={activity.lastAt} />,
    },
    {
      id: 'acts',
      name: words.acts,
      width: '1.75rem',
      isAct: true,
      value: () => null,
      cell: (agent) => <AgentActs agent={agent} />,
    },
  ];
}

const Keys = (agent: AgentItem) => <KeysOf agent={agent} />;
const Name = (agent: AgentItem) => <NameCell agent={agent} />;

function NameCell({ agent: { name, description, openAnomalies } }: { agent: AgentItem }) {
  const words = useWords(agentsWords);
  const anomalies = openAnomalies > 0 && (
    <span className="shrink-0 text-meta text-review-ink">{words.anomalies(openAnomalies)}</span>
  );
  return <TwoLines name={name} isName text={description} beside={anomalies} />;
}

function KeysOf({ agent: { keys, sharedKeys } }: { agent: AgentItem }) {
  return <span className="text-ink-2">{useWords(agentsWords).keysOf(keys, sharedKeys)}</span>;
}
