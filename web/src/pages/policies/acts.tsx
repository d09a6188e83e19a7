// SPDX-License-Identifier: Apache-2.0
/** The acts on a policy from its row: a menu, and the questions that it opens. */
import type { PolicyItem } from '@svc/contract';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { apiAddress } from '../../api/address.ts';
import { useWords } from '../../language/word-set.ts';
import { useMay } from '../../session/may.tsx';
import { followDownload } from '../../ui/save-text.ts';
import { type PolicyAct, PolicyQuestion } from './question.tsx';
import { policiesWords } from './words.ts';

const ActsMenu = lazy(() => import('../../ui/menu.tsx').then((part) => ({ default: part.ActsMenu })));

/** @param label names the button, and the policy */
export function PolicyActs({ policy, label }: { policy: PolicyItem; label: string }) {
  const words = useWords(policiesWords);
  const may = useMay();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<PolicyAct | null>(null);
  const { enabled, id, mode } = policy;
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
      <ActsMenu label={label} acts={acts} />
      {asked !== null && <PolicyQuestion act={asked} policy={policy} onClose={() => setAsked(null)} />}
    </Suspense>
  );
}
