// SPDX-License-Identifier: Apache-2.0
/** The keys that are bound to an agent, and the way to a new one. */
import type { AgentDetail } from '@svc/contract';
import { Link } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { lazy } from 'react';
import { Panel } from '../../detail/panel.tsx';
import { useWords } from '../../language/word-set.ts';
import { LastAt } from '../../registry/activity.tsx';
import { Can } from '../../session/may.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { Tag } from '../../ui/tag.tsx';
import { agentWords } from './words.ts';

const KeyDialog = lazy(() => import('../api-keys/key-dialog.tsx'));

export function AgentKeys({ agent: { name, keys, sharedKeys, boundKeys } }: { agent: AgentDetail }) {
  const words = useWords(agentWords);
  const add = (
    <Can operation="createApiKey">
      <DialogButton size="small" dialog={(close) => <KeyDialog agent={name} onClose={close} />}>
        <KeyRound aria-hidden className="size-3.5" />
        {words.newKey}
      </DialogButton>
    </Can>
  );
  return (
    <Panel title={words.keys} aside={add} isFlush>
      <p className="px-6 pb-4 text-ink-3 max-md:px-4">{words.keysOf(keys, sharedKeys)}</p>
      <ul>
        {boundKeys.map((key) => (
          <li key={key.id} className="border-t border-line">
            <Link
              to="/api-keys"
              search={{ open: key.id }}
              className="flex min-h-11 items-center gap-3 px-6 py-1.5 hover:bg-hover focus-visible:-outline-offset-2
                max-md:px-4"
            >
              <span className="min-w-0 grow leading-4.5">
                <span className="block truncate">{key.name}</span>
                <span className="block font-mono text-meta text-ink-3">{key.prefix}…</span>
              </span>
              {key.status !== 'ACTIVE' && <Tag>{words.keyStatuses[key.status]}</Tag>}
              <Tag isDashed={key.kind === 'TEST'}>{key.kind === 'TEST' ? words.test : words.live}</Tag>
              <span className="text-meta">
                <LastAt iso={key.lastUsedAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
