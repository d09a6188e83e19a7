// SPDX-License-Identifier: Apache-2.0
/** The state of a guardrail's last proof, and whether it is enforced: each a shape and a word. */
import type { GuardrailState } from '@svc/contract';
import { Eye, Lock } from 'lucide-react';
import { useWords } from '../../language/word-set.ts';
import { State, type StateVariant } from '../../ui/state.tsx';
import { claimWords } from './words.ts';

const VARIANTS: Readonly<Record<GuardrailState, StateVariant>> = {
  PROVED: 'good',
  REFUTED: 'bad',
  VACUOUS: 'waiting',
  INCOMPLETE: 'waiting',
  OUTDATED: 'off',
};

export function ClaimState({ state }: { state: GuardrailState }) {
  const { states } = useWords(claimWords);
  return <State variant={VARIANTS[state]}>{states[state]}</State>;
}

interface EnforcementProps {
  isEnforcing: boolean;
  /** On phones the shape alone is seen. */
  isShort?: boolean;
}

export function Enforcement({ isEnforcing, isShort = false }: EnforcementProps) {
  const { enforcing, watching } = useWords(claimWords);
  const Icon = isEnforcing ? Lock : Eye;
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap ${isEnforcing ? 'text-ink-2' : 'text-ink-3'}`}>
      <Icon aria-hidden className="size-3.5" />
      <span className={isShort ? 'max-md:sr-only' : ''}>{isEnforcing ? enforcing : watching}</span>
    </span>
  );
}
