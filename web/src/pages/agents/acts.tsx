// SPDX-License-Identifier: Apache-2.0
/** The acts on an agent from its row: a menu, and the dialogs that it opens. */
import type { AgentItem } from '@svc/contract';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useWords } from '../../language/word-set.ts';
import { registryWords } from '../../registry/words.ts';
import { useMay } from '../../session/may.tsx';
import { agentsWords } from './words.ts';

const ActsMenu = lazy(() => import('../../ui/menu.tsx').then((part) => ({ default: part.ActsMenu })));
const AgentDialog = lazy(() => import('./agent-dialog.tsx'));
const StatusDialog = lazy(() => import('./status-dialog.tsx'));

type Act = 'edit' | 'status';

export function AgentActs({ agent }: { agent: AgentItem }) {
  const words = useWords(agentsWords);
  const { acts: actsOn, edit } = useWords(registryWords);
  const may = useMay();
  const navigate = useNavigate();
  const [open, setOpen] = useState<Act | null>(null);
  const { id, name, status } = agent;
  const close = () => setOpen(null);
  const changes = [
    { name: edit, run: () => setOpen('edit') },
    {
      name: status === 'ACTIVE' ? words.pause : words.resume,
      isDangerous: status === 'ACTIVE',
      run: () => setOpen('status'),
    },
  ];
  const acts = [
    { name: words.open, run: () => void navigate({ to: '/agents/$id', params: { id } }) },
    { name: words.events, run: () => void navigate({ to: '/events', search: { agent: name } }) },
    ...(may('updateAgent') ? changes : []),
  ];
  return (
    <Suspense fallback={<span className="block size-7" />}>
      <ActsMenu label={actsOn(name)} acts={acts} />
      {open === 'edit' && <AgentDialog agent={agent} onClose={close} />}
      {open === 'status' && <StatusDialog agent={agent} onClose={close} />}
    </Suspense>
  );
}
