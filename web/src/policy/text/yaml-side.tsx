/** The policy as YAML, beside the form; what is wrong stands under it, at its line and column. */
import type { PolicySpec } from '@svc/contract';
import { memo, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { problemText } from '../problem-text.ts';
import { policyWords } from '../words.ts';
import { type CodeView, openCodeView } from './code-view.ts';
import { FaultBar } from './fault-bar.tsx';
import { type ReadText, readOnce, type TextFault, type Told } from './read.ts';
import { policyText } from './write.ts';

interface YamlSideProps {
  /** As the form has it. */
  spec: PolicySpec;
  /** The text as a person typed it, until the form changes something; null: the text of the form. */
  typed: string | null;
  /** The form has a fault, or the service told one: then the text of the form has to be read, too. */
  hasFault: boolean;
  /** Faults that the service found in what both sides say. */
  told: readonly Told[];
  /** Files have no place for this policy. */
  isNotInFiles: boolean;
  isReadOnly: boolean;
  onType(text: string, read: ReadText): void;
}

/** A longer text is read once the typing pauses: reading takes longer than the time between two keys. */
const READ_AT_ONCE_CHARACTERS = 20_000;
const READ_AFTER_MS = 400;
const NO_FAULTS: readonly TextFault[] = [];

function YamlSide({ spec, typed, hasFault, told, isNotInFiles, isReadOnly, onType }: YamlSideProps) {
  const words = useWords(policyWords);
  const { format } = useLanguage();
  const isFixed = isReadOnly || isNotInFiles;
  const text = useMemo(() => typed ?? policyText(spec), [typed, spec]);
  const faults = useMemo(() => {
    if (isNotInFiles || (typed === null && !hasFault && told.length === 0)) return NO_FAULTS;
    const read = readOnce(text);
    return read.faults.length > 0 ? read.faults : read.positioned(told);
  }, [text, typed, hasFault, told, isNotInFiles]);
  const { host, view, pending } = useCodeView(words.yamlLabel, onType);
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
        <h2 className="font-semibold">{words.yaml}</h2>
        <span className="min-w-0 truncate text-meta text-ink-3">{isFixed ? words.yamlReadOnly : words.yamlHint}</span>
        {faults.length > 0 && (
          <span className="ml-auto inline-flex shrink-0 items-center gap-1.5 text-meta font-medium text-block-ink">
            <span aria-hidden className="size-2 rounded-[2px] bg-block-fill" />
            {words.faults(faults.length)}
          </span>
        )}
      </div>
      {isNotInFiles && <p className="border-b border-line px-5 py-2 text-meta text-ink-2">{words.notInFiles}</p>}
      <div ref={host} className="min-h-0 grow overflow-hidden bg-sunken max-xl:min-h-80" />
      <FaultBar
        faults={faults}
        onGoTo={({ from }) => view.current?.goTo(from)}
        onFix={({ fix }) => fix !== null && view.current?.replace(fix.from, fix.to, fix.insert)}
      />
    </section>
  );
}

export default memo(YamlSide);

/** The editor in its host, and the text that was typed and is not read yet. */
function useCodeView(label: string, onType: YamlSideProps['onType']) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<CodeView | null>(null);
  const pending = useRef<string | null>(null);
  const read = useEffectEvent(() => {
    const text = pending.current;
    pending.current = null;
    if (text !== null) onType(text, readOnce(text));
  });
  useEffect(() => {
    if (host.current === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const opened = openCodeView(host.current, label, (text) => {
      pending.current = text;
      clearTimeout(timer);
      if (text.length <= READ_AT_ONCE_CHARACTERS) read();
      else timer = setTimeout(read, READ_AFTER_MS);
    });
    view.current = opened;
    return () => {
      clearTimeout(timer);
      read();
      opened.destroy();
      view.current = null;
    };
  }, [label]);
  return { host, view, pending };
}
