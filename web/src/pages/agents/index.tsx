// SPDX-License-Identifier: Apache-2.0
/** The agents: what each asked for and what was stopped in 30 days; each leads to its page. */
import type { AgentItem, AgentList } from '@svc/contract';
import { lazy } from 'react';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { RecordsPage } from '../../registry/records-page.tsx';
import { useColumns } from './columns.tsx';
import { agentsWords } from './words.ts';

const RegisterDialog = lazy(() => import('./register-dialog.tsx'));

export function AgentsPage() {
  const words = useWords(agentsWords);
  return (
    <RecordsPage<'listAgents', AgentItem>
      help="agents"
      id="listAgents"
      words={words}
      adding={{
        operation: 'createAgent',
        name: words.register,
        dialog: (close: () => void) => <RegisterDialog onClose={close} />,
      }}
      countOf={(page) => <PlanCount page={page} />}
      columns={useColumns()}
      page="/agents/$id"
      values={{ status: words.statuses }}
    />
  );
}

/** The limit of the plan, said before it refuses. */
function PlanCount({ page: { registered, agentsMax } }: { page: AgentList }) {
  const { format } = useLanguage();
  const words = useWords(agentsWords);
  if (agentsMax === null) return format.number(registered);
  return (
    <span className={registered >= agentsMax ? 'font-medium text-review-ink' : ''}>
      {words.counted(format.number(registered), format.number(agentsMax))}
    </span>
  );
}
