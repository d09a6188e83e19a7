/** The acts on a policy from its row: a menu, and the questions that it opens. */
import type { PolicyItem } from '@svc/contract';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { apiAddress } from '../../api/address.ts';
import { useWords } from '../../language/word-set.ts';
import { registryWords } from '../../registry/words.ts';
import { useMay } from '../../session/may.tsx';
import { followDownload } from '../../ui/save-text.ts';
import { type PolicyAct, PolicyQuestion } from './question.tsx';
import { policiesWords } from './words.ts';

const ActsMenu = lazy(() => import('../../ui/menu.tsx').then((part) => ({ default: part.ActsMenu })));

export function PolicyActs({ policy }: { policy: PolicyItem }) {
  const words = useWords(policiesWords);
  const { acts: actsOn } = useWords(registryWords);
  const may = useMay();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<PolicyAct | null>(null);
  const { enabled, id, mode, name } = policy;
  const modeAct = mode === 'MONITOR' ? ('enforce' as const) : ('watch' as const);
  const changes = [
    { name: enabled ? words.turnOff : words.turnOn, run: () => setAsked(enabled ? 'turnOff' : 'turnOn') },
    ...(enabled ? [{ name: words[modeAct], run: () => setAsked(modeAct) }] : []),
    { name: words.remove, isDangerous: true, run: () => setAsked('remove') },
  ];
  const acts = [
    { name: words.open, run: () => void navigate({ to: '/policies/$id', params: { id } }) },
    { name: 'YAML', run: () => followDownload(apiAddress('exportPolicies', { query: { id } })) },
    ...(may('updatePolicy') ? changes : []),
  ];
  return (
    <Suspense fallback={<span className="block size-7" />}>
      <ActsMenu label={actsOn(name)} acts={acts} />
      {asked !== null && <PolicyQuestion act={asked} policy={policy} onClose={() => setAsked(null)} />}
    </Suspense>
  );
}
