// SPDX-License-Identifier: Apache-2.0
/** The agents: what each asked for and what was stopped in 30 days; each leads to its page. */
import type { AgentItem, AgentList } from '@svc/contract';
import { lazy } from 'react';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { ListPage } from '../../list/list-page.tsx';
import { useAdding } from '../../registry/add-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useColumns } from './columns.tsx';
import { agentsWords } from './words.ts';

const RegisterDialog = lazy(() => import('./register-dialog.tsx'));

export function AgentsPage() {
  const words = useWords(agentsWords);
  const adding = useAdding({
    operation: 'createAgent',
    name: words.register,
    dialog: (close: () => void) => <RegisterDialog onClose={close} />,
  });
  return (
    <ListPage<'listAgents', AgentItem>
      id="listAgents"
      title={words.title}
      countOf={(page) => <PlanCount page={page} />}
      searchLabel={words.search}
      columns={useColumns()}
      keyOf={({ id }) => id}
      linkColumn="name"
      page="/agents/$id"
      isTall
      isStill
      values={{ status: words.statuses }}
      empty={
        <EmptyState
          title={words.emptyTitle}
          text={words.emptyText}
          command={{ label: words.command, code: 'svc-server provision organization.yaml' }}
        >
          {adding.plain}
        </EmptyState>
      }
      actions={adding.main}
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
