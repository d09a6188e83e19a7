// SPDX-License-Identifier: Apache-2.0
/** A text beside its form, in the editor of YAML; what is wrong stands under it, at its line and column. */
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { problemText } from '../problem-text.ts';
import { policyWords } from '../words.ts';
import { type CodeView, openCodeView } from './code-view.ts';
import { FaultBar } from './fault-bar.tsx';
import type { ReadText, TextFault, Told } from './read.ts';

interface TextSideProps<Spec> {
  /** One line beside the title. */
  hint: string;
  /** The name of the text for readers of the screen. */
  label: string;
  text: string;
  /** The text may have a fault, so that it is read. */
  isDoubtful: boolean;
  /** Faults that the service found in it. */
  told: readonly Told[];
  isFixed: boolean;
  /** Above the text: why it cannot be edited. */
  notice?: string | undefined;
  read(text: string): ReadText<Spec>;
  onType(text: string, read: ReadText<Spec>): void;
}

/** A longer text is read once the typing pauses: reading takes longer than the time between two keys. */
const READ_AT_ONCE_CHARACTERS = 20_000;
const READ_AFTER_MS = 400;
const NO_FAULTS: readonly TextFault[] = [];

export function TextSide<Spec>(props: TextSideProps<Spec>) {
  const { hint, label, text, isDoubtful, told, isFixed, notice, read, onType } = props;
  const words = useWords(policyWords);
  const { format } = useLanguage();
  const faults = useMemo(() => {
    if (!isDoubtful) return NO_FAULTS;
    const found = read(text);
    return found.faults.length > 0 ? found.faults : found.positioned(told);
  }, [text, isDoubtful, told, read]);
  const { host, view, pending } = useCodeView(label, read, onType);
  const marks = useMemo(
    () =>
      faults.map(({ from, to, problem }) => ({
        from,
        to,
        severity: 'error' as const,
        message: problemText(problem, words.problem, format),
      })),
    [faults, words, format],
  );
  useEffect(() => {
    // A text that was typed and not read yet is newer than this one.
    if (pending.current === null) view.current?.setText(text);
  }, [text, view, pending]);
  useEffect(() => {
    if (pending.current === null) view.current?.setMarks(marks);
  }, [marks, view, pending]);
  useEffect(() => view.current?.setReadOnly(isFixed), [isFixed, view]);
  return (
    <section aria-label={words.yaml} className="flex min-h-0 grow flex-col">
      <div className="flex min-h-11 shrink-0 items-center gap-2 border-b border-line px-5 max-md:px-4">
        <h2 className="shrink-0 font-semibold">{words.yaml}</h2>
        <span className="min-w-0 truncate text-meta text-ink-3">{hint}</span>
        {faults.length > 0 && (
          <span className="ml-auto inline-flex shrink-0 items-center gap-1.5 text-meta font-medium text-block-ink">
            <span aria-hidden className="size-2 rounded-[2px] bg-block-fill" />
            {words.faults(faults.length)}
          </span>
        )}
      </div>
      {notice !== undefined && <p className="border-b border-line px-5 py-2 text-meta text-ink-2">{notice}</p>}
      <div ref={host} className="min-h-0 grow overflow-hidden bg-sunken max-xl:min-h-80" />
      <FaultBar
        faults={faults}
        onGoTo={({ from }) => view.current?.goTo(from)}
        onFix={({ fix }) => fix !== null && view.current?.replace(fix.from, fix.to, fix.insert)}
      />
    </section>
  );
}

/** The editor in its host, and the text that was typed and is not read yet. */
function useCodeView<Spec>(label: string, read: TextSideProps<Spec>['read'], onType: TextSideProps<Spec>['onType']) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<CodeView | null>(null);
  const pending = useRef<string | null>(null);
  const readPending = useEffectEvent(() => {
    const text = pending.current;
    pending.current = null;
    if (text !== null) onType(text, read(text));
  });
  useEffect(() => {
    if (host.current === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const opened = openCodeView(host.current, label, (text) => {
      pending.current = text;
      clearTimeout(timer);
      if (text.length <= READ_AT_ONCE_CHARACTERS) readPending();
      else timer = setTimeout(readPending, READ_AFTER_MS);
    });
    view.current = opened;
    return () => {
      clearTimeout(timer);
      readPending();
      opened.destroy();
      view.current = null;
    };
  }, [label]);
  return { host, view, pending };
}
