// SPDX-License-Identifier: Apache-2.0
/** Whether an agent is active, as a shape and a word. */
import type { AgentStatus } from '@svc/contract';
import { Pause } from 'lucide-react';
import { useWords } from '../../language/word-set.ts';
import { State } from '../../ui/state.tsx';
import { agentsWords } from './words.ts';

export function AgentState({ status }: { status: AgentStatus }) {
  const { statuses } = useWords(agentsWords);
  if (status === 'ACTIVE') return <State variant="good">{statuses.ACTIVE}</State>;
  return (
    <span className="inline-flex items-center gap-1 font-medium whitespace-nowrap text-block-ink">
      <Pause aria-hidden className="-ml-0.5 size-3 fill-current" strokeWidth={0} />
      {statuses.PAUSED}
    </span>
  );
}
