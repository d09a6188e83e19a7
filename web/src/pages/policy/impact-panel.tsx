// SPDX-License-Identifier: Apache-2.0
/** Decides the live decisions of the past days again with the policy as it stands here, and shows what would change. */
import type { PolicySpec } from '@svc/contract';
import { useWords } from '../../language/word-set.ts';
import { ImpactRun } from '../../policy/impact/impact-run.tsx';
import { Button } from '../../ui/button.tsx';
import { policyPageWords } from './words.ts';

interface ImpactPanelProps {
  /** The stored policy; null for a new one. */
  id: string | null;
  spec: PolicySpec;
  /** It has no fault, so that it can be evaluated. */
  isSound: boolean;
  /** The stored policy is in monitor mode and unchanged: it is evaluated as if it were enforced. */
  isMonitored: boolean;
  canChange: boolean;
  /** Sets the policy to be enforced, to be saved. */
  onEnforce(): void;
}

export function ImpactPanel({ id, spec, isSound, isMonitored, canChange, onEnforce }: ImpactPanelProps) {
  const { impact: words } = useWords(policyPageWords);
  if (!canChange) return <p className="px-5 py-4 text-ink-3 max-md:px-4">{words.readOnly}</p>;
  const proposal = isMonitored && id !== null ? { monitor: id } : { change: { id, policy: spec } };
  return (
    <div className="flex flex-col gap-4 px-5 py-4 max-md:px-4">
      <p className="text-ink-2">{isMonitored ? words.leadOfMonitor : words.lead}</p>
      <ImpactRun subject={spec} proposal={isSound ? proposal : null} oldText={words.isOld}>
        {isMonitored && (
          <div>
            <Button size="small" onClick={onEnforce}>
              {words.enforce}
            </Button>
          </div>
        )}
      </ImpactRun>
    </div>
  );
}
