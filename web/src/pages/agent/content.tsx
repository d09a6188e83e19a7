// SPDX-License-Identifier: Apache-2.0
/** The panels of an agent's page. */
import type { AgentDetail } from '@svc/contract';
import { DetailColumns } from '../../detail/columns.tsx';
import { Panel } from '../../detail/panel.tsx';
import { useWords } from '../../language/word-set.ts';
import { UsedBy } from '../../registry/used-by.tsx';
import { CopyIcon } from '../../ui/copy.tsx';
import { AgentAccessPanel } from './access.tsx';
import { AgentDecisions } from './decisions.tsx';
import { AgentFacts } from './facts.tsx';
import { AgentKeys } from './keys.tsx';
import { Latest } from './latest.tsx';
import { MayAndDid } from './may-and-did.tsx';
import { PausedNotice, Switches } from './switches.tsx';
import { agentWords } from './words.ts';

export function AgentContent({ agent }: { agent: AgentDetail }) {
  const words = useWords(agentWords);
  // Its keys have a panel of their own.
  const others = agent.usedBy.filter(({ type }) => type !== 'api_key');
  return (
    <DetailColumns
      label={words.region}
      head={
        <>
          <PausedNotice agent={agent} />
          <AgentFacts agent={agent} />
        </>
      }
      wide={
        <>
          <AgentDecisions agent={agent} />
          <MayAndDid agent={agent} />
          <AgentAccessPanel agent={agent} />
        </>
      }
      narrow={
        <>
          <Latest agent={agent} />
          <AgentKeys agent={agent} />
          {others.length > 0 && (
            <Panel title={words.usedBy}>
              <UsedBy usedBy={others} />
            </Panel>
          )}
          <Switches agent={agent} />
          <p className="flex items-center gap-2 px-6 py-4 text-meta text-ink-3 max-md:px-4">
            {words.id} <span className="min-w-0 truncate font-mono">{agent.id}</span>
            <CopyIcon text={agent.id} what={words.id} />
          </p>
        </>
      }
    />
  );
}
