// SPDX-License-Identifier: Apache-2.0
/** A restriction that may be left open: everything, or only what is listed. `null` stands for everything. */
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '../language/word-set.ts';
import { IconButton } from '../ui/button.tsx';
import { CheckField } from '../ui/field.tsx';
import { Segment } from '../ui/segment.tsx';
import { RecordCombobox } from './record-combobox.tsx';
import { registryWords } from './words.ts';

interface ScopeProps {
  label: string;
  value: readonly string[] | null;
  onChange(value: string[] | null): void;
  hint?: string;
  error?: string | undefined;
}

function Scope({ label, value, onChange, hint, error, children }: ScopeProps & { children: ReactNode }) {
  const { scope } = useWords(registryWords);
  return (
    <fieldset className="flex flex-col items-start gap-1.5">
      <legend className="mb-1 text-meta font-medium text-ink-2">{label}</legend>
      <Segment
        label={label}
        value={value === null ? 'all' : 'some'}
        choices={[
          { value: 'all', name: scope.all },
          { value: 'some', name: scope.some },
        ]}
        onChoose={(chosen) => onChange(chosen === 'all' ? null : [])}
      />
      {value !== null && children}
      {value?.length === 0 && <p className="text-meta text-review-ink">{scope.noneChosen}</p>}
      {hint !== undefined && <p className="text-meta text-ink-3">{hint}</p>}
      {error !== undefined && <p className="text-meta text-block-ink">{error}</p>}
    </fieldset>
  );
}

/** A restriction to words of a closed list. */
export function WordScope({ words, ...scope }: ScopeProps & { words: readonly { value: string; name: string }[] }) {
  const chosen = scope.value ?? [];
  const toggle = (word: string) =>
    scope.onChange(
      words
        .map(({ value }) => value)
        .filter((value) => (value === word ? !chosen.includes(word) : chosen.includes(value))),
    );
  return (
    <Scope {...scope}>
      <div className="flex flex-wrap gap-x-5 gap-y-1.5">
        {words.map(({ value, name }) => (
          <CheckField key={value} label={name} checked={chosen.includes(value)} onChange={() => toggle(value)} />
        ))}
      </div>
    </Scope>
  );
}

/** A restriction to registered agents. */
export function AgentScope(scope: ScopeProps) {
  const words = useWords(registryWords);
  const chosen = scope.value ?? [];
  return (
    <Scope {...scope}>
      <Chips names={chosen} onRemove={(name) => scope.onChange(chosen.filter((one) => one !== name))} />
      <div className="w-full">
        <RecordCombobox
          key={chosen.length}
          of="listAgents"
          label={words.scope.add}
          value={null}
          without={chosen}
          onChoose={(name) => name !== null && scope.onChange([...chosen, name])}
        />
      </div>
    </Scope>
  );
}

function Chips({ names, onRemove }: { names: readonly string[]; onRemove(name: string): void }) {
  const words = useWords(registryWords);
  if (names.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-1.5">
      {names.map((name) => (
        <li key={name} className="flex h-7 items-center rounded-m border border-line-strong pl-2 font-mono max-md:h-11">
          {name}
          <IconButton label={words.scope.remove(name)} onClick={() => onRemove(name)}>
            <X aria-hidden className="size-3.5" />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
