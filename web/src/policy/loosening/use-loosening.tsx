// SPDX-License-Identifier: Apache-2.0
/** Whether a change loosens the policies: asked for before it is made, and told with its sentences. */
import type { AppPolicyDifference } from '@svc/contract';
import { POLICY_NOTE_CHARACTERS_MAX } from '@svc/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useWords } from '../../language/word-set.ts';
import { TextArea } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { type ComparedChange, comparisonOf } from '../comparison.ts';
import { ChangeList } from './change-list.tsx';
import { looseningWords } from './words.ts';

export interface Loosening {
  state: 'comparing' | 'none' | 'looser' | 'unknown';
  answer: AppPolicyDifference | null;
}

/** True only for a whole comparison that found nothing looser. */
export const isNotLooser = (answer: AppPolicyDifference | null): boolean =>
  answer?.complete === true && answer.changes.every(({ kind }) => kind !== 'looser');

/** @param known the answer, where it was had before */
export function useLoosening(change: ComparedChange, known: AppPolicyDifference | null = null): Loosening {
  const query = useQuery({
    ...comparisonOf(change),
    queryKey: ['comparePolicies', 'asked', change],
    enabled: known === null,
    refetchOnWindowFocus: false,
  });
  const answer = known ?? query.data ?? null;
  if (answer === null) return { state: query.isError ? 'unknown' : 'comparing', answer };
  if (isNotLooser(answer)) return { state: 'none', answer };
  return { state: answer.changes.some(({ kind }) => kind === 'looser') ? 'looser' : 'unknown', answer };
}

interface LooseningTextProps {
  loosening: Loosening;
  /** Below the sentences. */
  children?: ReactNode;
}

export function LooseningText({ loosening: { state, answer }, children }: LooseningTextProps) {
  const words = useWords(looseningWords);
  if (state === 'comparing') return <Comparing />;
  if (state === 'none') return <p className="text-ink-2">{words.none}</p>;
  return (
    <>
      {state === 'looser' && answer !== null && (
        <>
          <p className="text-ink-2">{words.lead}</p>
          {answer.of === 'evaluatedDecision' && <p className="text-ink-3">{words.watched}</p>}
          <ChangeList changes={answer.changes.filter(({ kind }) => kind === 'looser')} />
        </>
      )}
      {(state === 'unknown' || answer?.complete === false) && <Notice tone="information" {...words.unknown} />}
      {children}
    </>
  );
}

const SECOND_MS = 1_000;

/** It may take long in a large set: the seconds show that it goes on. */
function Comparing() {
  const words = useWords(looseningWords);
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <p role="status" className="text-ink-2 tabular-nums">
      {words.comparing(seconds)}
    </p>
  );
}

export function NoteField({ note, onChange }: { note: string; onChange(note: string): void }) {
  const words = useWords(looseningWords);
  return (
    <TextArea
      label={words.note}
      hint={words.noteHint}
      rows={2}
      maxLength={POLICY_NOTE_CHARACTERS_MAX}
      value={note}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** As the body of a change takes it. */
export const noteBody = (note: string): { note?: string } => (note.trim() === '' ? {} : { note });
