// SPDX-License-Identifier: Apache-2.0
/** One agent: its figures, what it may do against what it did, its keys, and the kill switch. */
import type { AgentDetail } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { CirclePause, CirclePlay, Pencil } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { isNotThere } from '../../api/failure.ts';
import { readOf } from '../../api/reading.ts';
import { useWords } from '../../language/word-set.ts';
import { Page } from '../../page/page.tsx';
import { useSandbox } from '../../page/sandbox.ts';
import { registryWords } from '../../registry/words.ts';
import { useMay } from '../../session/may.tsx';
import { Answered } from '../../ui/answered.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AgentState } from '../agents/state.tsx';
import { agentsWords } from '../agents/words.ts';
import { AgentContent } from './content.tsx';
import { agentWords } from './words.ts';

const AgentDialog = lazy(() => import('../agents/agent-dialog.tsx'));
const StatusDialog = lazy(() => import('../agents/status-dialog.tsx'));
const DeleteDialog = lazy(() =>
  import('../../registry/delete-dialog.tsx').then((part) => ({ default: part.DeleteDialog })),
);

export function AgentPage() {
  const words = useWords(agentWords);
  const { id } = useParams({ from: '/signed-in/agents/$id' });
  const isSandbox = useSandbox();
  const agent = useQuery({
    ...readOf('readAgent', { params: { id }, query: { sandbox: isSandbox ? 'true' : 'false' } }),
    placeholderData: (before) => (before?.id === id ? before : undefined),
  });
  const crumb = { name: words.agents, to: '/agents' } as const;
  const { data } = agent;
  if (isNotThere(agent.error)) {
    return (
      <Page title={words.missingTitle} crumb={crumb}>
        <EmptyState title={words.missingTitle} text={words.missingText}>
          <Link to="/agents" search={{}} className={buttonClass()}>
            {words.missingAction}
          </Link>
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page
      title={data?.name ?? words.title}
      isName={data !== undefined}
      crumb={crumb}
      count={data !== undefined && <Head agent={data} />}
      actions={data !== undefined && <Acts agent={data} />}
    >
      <Answered query={agent}>{(detail) => <AgentContent agent={detail} />}</Answered>
    </Page>
  );
}

function Head({ agent: { status, description } }: { agent: AgentDetail }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <AgentState status={status} />
      {description !== null && <span className="min-w-0 truncate text-ink-2 max-lg:hidden">{description}</span>}
    </span>
  );
}

function Acts({ agent }: { agent: AgentDetail }) {
  const common = useWords(registryWords);
  const may = useMay();
  if (!may('updateAgent')) return null;
  return (
    <>
      <DialogButton variant="ghost" dialog={(close) => <AgentDialog agent={agent} onClose={close} />}>
        <Pencil aria-hidden className="size-4" />
        <span className="max-md:sr-only">{common.edit}</span>
      </DialogButton>
      <DeleteButton agent={agent} />
      <StatusButton agent={agent} />
    </>
  );
}

function StatusButton({ agent }: { agent: AgentDetail }) {
  const words = useWords(agentsWords);
  const navigate = useNavigate();
  const { act } = useSearch({ from: '/signed-in/agents/$id' });
  const [isPressed, setPressed] = useState(false);
  const close = () => {
    setPressed(false);
    if (act !== undefined) void navigate({ to: '.', search: {}, replace: true });
  };
  const isActive = agent.status === 'ACTIVE';
  const Icon = isActive ? CirclePause : CirclePlay;
  return (
    <>
      <Button variant={isActive ? 'danger-line' : 'line'} aria-haspopup="dialog" onClick={() => setPressed(true)}>
        <Icon aria-hidden className="size-4" />
        {isActive ? words.pause : words.resume}
      </Button>
      {(isPressed || act === 'status') && (
        <Suspense>
          <StatusDialog agent={agent} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

function DeleteButton({ agent: { id, name, usedBy } }: { agent: AgentDetail }) {
  const words = useWords(agentsWords);
  const navigate = useNavigate();
  return (
    <DialogButton
      variant="ghost"
      className="max-md:hidden"
      dialog={(close) => (
        <DeleteDialog
          name={name}
          title={words.removeTitle(name)}
          text={words.removeText}
          usedBy={usedBy}
          onConfirm={() => callApi('deleteAgent', { params: { id } })}
          reads={['listAgents']}
          done={words.removed(name)}
          onDone={() => void navigate({ to: '/agents', search: {} })}
          onClose={close}
        />
      )}
    >
      {words.remove}
    </DialogButton>
  );
}
