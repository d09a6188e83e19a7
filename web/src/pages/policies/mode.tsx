// SPDX-License-Identifier: Apache-2.0
/** Whether a policy is in force, only watches, or is off: never by hue alone. */
import type { StoredPolicy } from '@svc/contract';
import { OutcomeGlyph } from '../../decision/glyph.tsx';
import { useWords } from '../../language/word-set.ts';
import { policiesWords } from './words.ts';

export function ModeWord({ policy: { enabled, mode } }: { policy: Pick<StoredPolicy, 'enabled' | 'mode'> }) {
  const words = useWords(policiesWords);
  if (!enabled) return <span className="text-ink-3">{words.off}</span>;
  if (mode === 'ENFORCE') return <span className="text-ink-2 max-md:sr-only">{words.modes.ENFORCE}</span>;
  return (
    <span className="inline-flex items-center gap-1.5 font-medium whitespace-nowrap text-monitor-ink">
      <OutcomeGlyph outcome="would-ask" />
      {words.modes.MONITOR}
    </span>
  );
}
