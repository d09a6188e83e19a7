// SPDX-License-Identifier: Apache-2.0
/** The rules in their order: moved, added and deleted, each with its faults beside it. */
import { Plus } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { useAnnounce } from '../../ui/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { moved, newRule, type RuleDraft } from './draft.ts';
import { RuleRow } from './rule-row.tsx';
import { toolRulesWords } from './words.ts';

interface RuleListProps {
  rules: readonly RuleDraft[];
  /** The resource of the set. */
  common: string | null;
  /** Texts by their place and field, such as `rules[2].tools`. */
  faults: ReadonlyMap<string, string>;
  warnings: ReadonlyMap<string, string>;
  /** The place of the rule that takes the pasted call. */
  taking: number | null;
  /** The rule that was just added. */
  added: number | null;
  isOff: boolean;
  onChange(rules: readonly RuleDraft[]): void;
  onAdd(rule: RuleDraft): void;
}

export function RuleList(props: RuleListProps) {
  const { rules, common, faults, warnings, taking, added, isOff, onChange, onAdd } = props;
  const { format } = useLanguage();
  const words = useWords(toolRulesWords);
  const announce = useAnnounce();
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const keepFocus = useFocusKept(rules);
  const hasFault = (place: number) => [...faults.keys()].some((path) => path.startsWith(`rules[${place}]`));
  const toggle = (key: number) => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  };
  const move = (place: number, step: -1 | 1) => {
    const next = moved(rules, place, step);
    if (next === rules) return;
    keepFocus();
    onChange(next);
    announce(words.movedTo(format.number(place + step + 1), format.number(rules.length)));
  };
  return (
    <div>
      {rules.length === 0 && <p className="py-2 text-ink-3">{words.noRules}</p>}
      <ol aria-label={words.rules} className="border-t border-line empty:hidden">
        {rules.map((rule, place) => (
          <RuleRow
            key={rule.key}
            rule={rule}
            place={place}
            count={rules.length}
            common={common}
            faults={faults}
            warnings={warnings}
            isTaking={place === taking}
            isNew={rule.key === added}
            isOpen={open.has(rule.key) || rule.key === added || hasFault(place)}
            isOff={isOff}
            onToggle={() => toggle(rule.key)}
            onChange={(over) => onChange(rules.with(place, { ...rule, ...over }))}
            onMove={(step) => move(place, step)}
            onRemove={() => onChange(rules.toSpliced(place, 1))}
          />
        ))}
      </ol>
      {!isOff && (
        <Button size="small" className="mt-3" onClick={() => onAdd(newRule())}>
          <Plus aria-hidden className="size-4" />
          {words.addRule}
        </Button>
      )}
    </div>
  );
}

/** A row that is moved takes its button along, and the focus with it. */
function useFocusKept(rules: readonly RuleDraft[]): () => void {
  const held = useRef<Element | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new order is one that may have moved the row
  useLayoutEffect(() => {
    if (held.current instanceof HTMLElement) held.current.focus();
    held.current = null;
  }, [rules]);
  return () => {
    held.current = document.activeElement;
  };
}
