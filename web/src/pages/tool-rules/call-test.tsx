// SPDX-License-Identifier: Apache-2.0
/** A pasted call, and what it is by the rules as they stand on the page: read by the service, which keeps nothing. */
import type { ToolCallReading, ToolRulesSpec } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { failureOf } from '../../api/failure.ts';
import { readOf } from '../../api/reading.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { RecordCombobox } from '../../registry/record-combobox.tsx';
import { Terms } from '../../registry/record-drawer.tsx';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { useBecomes } from './becomes.ts';
import { type PastedCall, pastedCall } from './pasted-call.ts';
import { toolRulesWords } from './words.ts';

const READ_AFTER_MS = 300;

/** @param set null: it has faults, and cannot be read by */
export function useCallTest(set: ToolRulesSpec | null) {
  const [text, setText] = useState('');
  const [agent, setAgent] = useState<string | null>(null);
  const call = pastedCall(text);
  const asker = set?.agent ?? agent;
  const body =
    call === null || set === null
      ? null
      : {
          tool: call.tool,
          ...(call.input !== undefined && { arguments: call.input }),
          ...(asker !== null && { agent: asker }),
          proposed: { ...set, name: set.name || '-' },
        };
  const settled = useSettled(body === null ? null : JSON.stringify(body));
  const reading = useQuery({
    ...readOf('readToolCall', { body: JSON.parse(settled ?? '{}') }),
    enabled: settled !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    placeholderData: (before) => before,
  });
  const isCurrent = settled !== null && body !== null && !reading.isPlaceholderData;
  const found = isCurrent ? (reading.data ?? null) : null;
  return {
    ...{ text, setText, agent, setAgent, call, found },
    /** The place of the rule of this set that takes the call. */
    taking: found !== null && body !== null && found.set === body.proposed.name ? found.rule : null,
    isWaiting: call !== null && set === null,
    failure: settled !== null && reading.error !== null ? failureOf(reading.error) : null,
    retry: () => void reading.refetch(),
  };
}

/** As it was when the last change had been over for a moment; that there is nothing is so at once. */
function useSettled(value: string | null): string | null {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), READ_AFTER_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return value === null ? null : settled;
}

interface CallTestProps {
  test: ReturnType<typeof useCallTest>;
  set: { name: string; agent: string | null };
  /** Makes a rule for the tool; null: the person may not. */
  onTake: ((call: PastedCall) => void) | null;
}

export function CallTest({ test, set, onTake }: CallTestProps) {
  const words = useWords(toolRulesWords);
  const { text, call, found, failure } = test;
  return (
    <div className="flex flex-col gap-3 px-6 py-5 max-md:px-4">
      <h2 className="font-semibold">{words.test}</h2>
      <TextArea
        label={words.pasted}
        hint={words.testHint}
        error={text.trim() !== '' && call === null ? words.noCall : undefined}
        placeholder={words.pastedExample}
        isName
        rows={6}
        spellCheck={false}
        value={text}
        onChange={({ target }) => test.setText(target.value)}
      />
      {set.agent === null && (
        <RecordCombobox
          of="listAgents"
          label={words.testAgent}
          placeholder={words.anyAgent}
          value={test.agent}
          onChoose={test.setAgent}
        />
      )}
      <div role="status" className="flex flex-col gap-3">
        {test.isWaiting && <p className="text-ink-3">{words.waitsForRules}</p>}
        {call !== null && !test.isWaiting && found === null && failure === null && (
          <p className="text-ink-3">{words.reading}</p>
        )}
        {call !== null && found !== null && (
          <Found call={call} found={found} isOwn={found.set === (set.name || '-')} onTake={onTake} />
        )}
      </div>
      {failure !== null && <FailureNotice failure={failure} onRetry={test.retry} />}
    </div>
  );
}

interface FoundProps {
  call: PastedCall;
  found: ToolCallReading;
  /** It is this set that takes the tool. */
  isOwn: boolean;
  onTake: CallTestProps['onTake'];
}

function Found({ call, found, isOwn, onTake }: FoundProps) {
  const words = useWords(toolRulesWords);
  const isUnlisted = found.rule === null;
  return (
    <div className="rounded-m border border-line">
      <p className="border-b border-line px-3 py-2">
        <span className="block font-mono font-medium break-all">{call.tool}</span>
        <span className={found.kind === 'UNLISTED' ? 'text-block-ink' : 'text-ink-2'}>
          {useTakenBy()(found, isOwn)}
        </span>
      </p>
      <div className="flex flex-col items-start gap-3 px-3 py-2.5">
        <Act found={found} />
        {isUnlisted && onTake !== null && (
          <Button size="small" onClick={() => onTake(call)}>
            {words.takeIt}
          </Button>
        )}
      </div>
    </div>
  );
}

function useTakenBy(): (found: ToolCallReading, isOwn: boolean) => string {
  const { format } = useLanguage();
  const words = useWords(toolRulesWords);
  return ({ kind, set, rule }, isOwn) => {
    if (kind === 'UNLISTED' || set === null) return words.denied;
    if (rule === null) return isOwn ? words.unlistedHere : words.unlistedBy(set);
    const number = format.number(rule + 1);
    return isOwn ? words.takenHere(number) : words.takenBy(number, set);
  };
}

function Act({ found }: { found: ToolCallReading }) {
  const { format } = useLanguage();
  const words = useWords(toolRulesWords);
  const becomes = useBecomes();
  const { kind, action, resource, destination, recordsAffected, contentCharacters } = found;
  if (kind === 'SPARED') return <p className="font-medium">{words.isSpared}</p>;
  if (kind === 'UNLISTED' || action === null) return null;
  return (
    <>
      <p className="font-medium break-words">{becomes({ action, resource, destination }, null)}</p>
      <Terms
        terms={[
          [words.records, recordsAffected === null ? words.notSaid : format.number(recordsAffected)],
          [
            words.content,
            contentCharacters === null ? words.notScanned : words.scanned(format.number(contentCharacters)),
          ],
        ]}
      />
    </>
  );
}
