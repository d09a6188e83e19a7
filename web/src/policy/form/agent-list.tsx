// SPDX-License-Identifier: Apache-2.0
/** The agents of a condition: by name where there is one, and found by typing. */
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { readOf } from '../../api/reading.ts';
import { useWords } from '../../language/word-set.ts';
import { CONTROL } from '../../ui/field.tsx';
import { policyWords } from '../words.ts';
import { useFormContext } from './form-context.ts';

const SHOWN_MAX = 20;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export function AgentList({ ids, onChange }: { ids: readonly string[]; onChange(ids: string[]): void }) {
  const words = useWords(policyWords);
  const { agentNames, isOff } = useFormContext();
  return (
    <span className="flex min-w-0 basis-full flex-wrap items-center gap-1.5 order-last md:pl-6">
      <span className="text-ink-2">{words.isOneOf}</span>
      {ids.slice(0, SHOWN_MAX).map((id) => {
        const name = agentNames.get(id.toLowerCase()) ?? id;
        return (
          <span
            key={id}
            className="inline-flex h-6 max-w-full items-center gap-1 rounded-s border border-line-strong pl-1.5
              max-md:h-11"
          >
            <span className="truncate font-mono">{name}</span>
            <button
              type="button"
              aria-label={words.removeAgent(name)}
              disabled={isOff}
              onClick={() => onChange(ids.filter((one) => one !== id))}
              className="grid size-6 place-items-center rounded-s text-ink-3 hover:text-ink disabled:opacity-45
                max-md:size-11"
            >
              <X aria-hidden className="size-3.5" />
            </button>
          </span>
        );
      })}
      {ids.length > SHOWN_MAX && <span className="text-ink-3">{words.andMore(ids.length - SHOWN_MAX)}</span>}
      {!isOff && <AddAgent onAdd={(id) => ids.includes(id) || onChange([...ids, id])} />}
    </span>
  );
}

const OFFERED_MAX = 20;

/** By a name, which the service searches, or by the id. */
function AddAgent({ onAdd }: { onAdd(id: string): void }) {
  const words = useWords(policyWords);
  const { learnName } = useFormContext();
  const listId = useId();
  const [text, setText] = useState('');
  const q = text.trim();
  const { data } = useQuery({
    ...readOf('listAgents', { query: { q, limit: String(OFFERED_MAX) } }),
    placeholderData: (before) => before,
  });
  const agents = data?.items ?? [];
  const named = agents.find(({ name }) => name === q);
  const enter = () => {
    const id = named?.id ?? (UUID.test(q) ? q : undefined);
    if (id === undefined) return;
    if (named !== undefined) learnName(named.id, named.name);
    onAdd(id);
    setText('');
  };
  return (
    <>
      <input
        aria-label={words.addAgent}
        placeholder={words.addAgent}
        list={listId}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onBlur={enter}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          enter();
        }}
        className={`${CONTROL} h-7 w-40 max-md:h-11`}
      />
      <datalist id={listId}>
        {agents.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
    </>
  );
}
