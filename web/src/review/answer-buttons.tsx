// SPDX-License-Identifier: Apache-2.0
/** A and D arm, Enter confirms, Escape steps back; N goes to the note, where Ctrl Enter confirms. */
import type { EventAction } from '@svc/contract';
import { REVIEW_NOTE_CHARACTERS_MAX } from '@svc/contract/limits';
import { Check, MessageSquarePlus, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { CONTROL } from '../ui/field.tsx';
import { usePhone } from '../ui/media.ts';
import { useShortcut } from '../ui/shortcuts.ts';
import { Key } from '../ui/tag.tsx';
import type { Answer } from './resolving.ts';
import { answerWords } from './words.ts';

interface AnswerButtonsProps {
  action: EventAction;
  /** In place of the question of one review. */
  asked?: Readonly<Record<Answer, { question: string; text: string }>> | undefined;
  canApprove: boolean;
  /** A passkey signs the approval. */
  isSigned?: boolean;
  /** The person may deny alone: there is no other button. */
  isDenyOnly?: boolean;
  armed: Answer | null;
  onArm(answer: Answer | null): void;
  note: string;
  onNote(note: string): void;
  isWorking: boolean;
  onSend(): void;
}

export function AnswerButtons(props: AnswerButtonsProps) {
  const { canApprove, armed, onArm, note, onNote, isWorking, onSend } = props;
  const [isNoting, setNoting] = useState(false);
  // Little room: the field stands there from the first note on, so that no button moves under a finger.
  const isPhone = usePhone();
  const [isUnfolded, setUnfolded] = useState(false);
  const noteField = useRef<HTMLInputElement>(null);
  const [steppedBackFrom, setSteppedBackFrom] = useState<Answer | null>(null);
  const stepBack = () => {
    setNoting(false);
    setSteppedBackFrom(armed);
    onArm(null);
  };
  useShortcut('a', () => onArm('approve'), canApprove && !isWorking);
  useShortcut('d', () => onArm('deny'), !isWorking);
  useShortcut('Escape', stepBack, armed !== null && !isWorking);
  // It stays in the page while it is not shown, so that no key is lost that is typed right after N.
  useShortcut('n', () => noteField.current?.focus());
  const words = useWords(answerWords);
  const isFolded = isPhone && !isUnfolded;
  const isNoteShown = (armed === null && !isFolded) || isNoting || note !== '';
  return (
    <div className="@container">
      <div className="flex flex-wrap items-center gap-2">
        <input
          ref={noteField}
          aria-label={words.note}
          placeholder={words.note}
          value={note}
          maxLength={REVIEW_NOTE_CHARACTERS_MAX}
          onChange={({ target }) => onNote(target.value)}
          onFocus={() => {
            setNoting(true);
            setUnfolded(true);
          }}
          onBlur={() => setNoting(false)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend();
            else if (event.key === 'Escape') stepBack();
            else return;
            event.preventDefault();
          }}
          className={isNoteShown ? `${CONTROL} h-9 min-w-48 flex-1 basis-full max-md:h-11 @xl:basis-0` : 'sr-only'}
        />
        {armed === null && isFolded && !isNoteShown && (
          <IconButton
            label={words.addNote}
            className="size-11 border border-line-strong"
            onClick={() => noteField.current?.focus()}
          >
            <MessageSquarePlus aria-hidden className="size-4" />
          </IconButton>
        )}
        {armed === null ? (
          <Offer {...props} steppedBackFrom={steppedBackFrom} />
        ) : (
          <Question {...props} answer={armed} onBack={stepBack} />
        )}
      </div>
    </div>
  );
}

function Offer({
  canApprove,
  isSigned = false,
  isDenyOnly = false,
  onArm,
  steppedBackFrom,
}: AnswerButtonsProps & { steppedBackFrom: Answer | null }) {
  const words = useWords(answerWords);
  const deny = useRef<HTMLButtonElement>(null);
  const approve = useRef<HTMLButtonElement>(null);
  // The button of the question had the focus, and is gone.
  useEffect(() => {
    if (steppedBackFrom !== null) (steppedBackFrom === 'approve' ? approve : deny).current?.focus();
  }, [steppedBackFrom]);
  return (
    <>
      <Button variant="danger-line" className="h-9 flex-1 @xl:flex-none" ref={deny} onClick={() => onArm('deny')}>
        <X aria-hidden className="size-4" />
        {words.deny} <Key className="text-ink-3">D</Key>
      </Button>
      {!isDenyOnly && (
        <Button
          variant="solid"
          className="h-9 flex-1 @xl:flex-none"
          disabled={!canApprove}
          ref={approve}
          onClick={() => onArm('approve')}
        >
          <Check aria-hidden className="size-4" />
          {isSigned ? words.signed.approve : words.approve} <Key>A</Key>
        </Button>
      )}
    </>
  );
}

function Question(props: AnswerButtonsProps & { answer: Answer; onBack(): void }) {
  const { action, asked, answer, isSigned = false, isWorking, onSend, onBack } = props;
  const { ui } = useLanguage().messages;
  const words = useWords(answerWords);
  const confirm = useRef<HTMLButtonElement>(null);
  // Enter answers from here; for a reader of the screen the button says the question, too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer is another question
  useEffect(() => confirm.current?.focus(), [answer]);
  const isApproval = answer === 'approve';
  const { question, text } = asked?.[answer] ?? {
    question: (isApproval ? words.approveQuestion : words.denyQuestion)(action),
    text: isApproval ? words.approveText : words.denyText,
  };
  const variant = isApproval ? 'solid' : 'danger';
  const approveNow = isSigned ? words.signed.approve : words.approveNow;
  return (
    <div
      role="alertdialog"
      aria-labelledby="answer-question"
      aria-describedby="answer-text"
      className="flex grow flex-wrap items-center gap-2"
    >
      <p className="min-w-64 flex-1">
        <span id="answer-question" className="font-semibold">
          {question}
        </span>{' '}
        <span id="answer-text" className="text-ink-2">
          {text}
        </span>
      </p>
      <Button className="h-9 flex-1 @xl:flex-none" disabled={isWorking} onClick={onBack}>
        {words.back} <Key className="text-ink-3">Esc</Key>
      </Button>
      <Button
        ref={confirm}
        variant={variant}
        className="h-9 flex-1 @xl:flex-none"
        aria-disabled={isWorking}
        onClick={onSend}
      >
        {isWorking ? ui.working : isApproval ? approveNow : words.denyNow}
        <Key>Enter</Key>
      </Button>
    </div>
  );
}
