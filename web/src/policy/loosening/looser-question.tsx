// SPDX-License-Identifier: Apache-2.0
/** Before a save that loosens: once, with what gets looser. One that turns out not to loosen goes on by itself. */
import type { AppPolicyDifference } from '@svc/contract';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '../../language/word-set.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx';
import type { ComparedChange } from '../comparison.ts';
import { LooseningText, NoteField, noteBody, useLoosening } from './use-loosening.tsx';
import { looseningWords } from './words.ts';

interface LooserQuestionProps {
  change: ComparedChange;
  known: AppPolicyDifference | null;
  onGo(note: { note?: string }): void;
  onClose(): void;
}

export default function LooserQuestion({ change, known, onGo, onClose }: LooserQuestionProps) {
  const words = useWords(looseningWords);
  const loosening = useLoosening(change, known);
  const [note, setNote] = useState('');
  const { state } = loosening;
  const isGone = useRef(false);
  useEffect(() => {
    if (state !== 'none' || isGone.current) return;
    isGone.current = true;
    onGo({});
  }, [state, onGo]);
  const isUnknown = state === 'unknown';
  return (
    <Dialog title={isUnknown ? words.unknownTitle : words.title} width="wide" onClose={onClose}>
      <DialogBody>
        <LooseningText loosening={loosening}>
          <NoteField note={note} onChange={setNote} />
        </LooseningText>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>{words.back}</Button>
        <Button
          variant="solid"
          disabled={state === 'comparing' || state === 'none'}
          onClick={() => onGo(noteBody(note))}
        >
          {isUnknown ? words.goOnAnyway : words.goOn}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
