// SPDX-License-Identifier: Apache-2.0
/** An entry as one sentence behind the shape of its outcome: who was answered what, or what became of what. */
import type { AuditItem } from '@svc/contract';
import { OutcomeGlyph } from '../../decision/glyph.tsx';
import { Parts } from '../../decision/sentence.tsx';
import { type Part, textOf } from '../../decision/told.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { decisionIn, kindSaid, nameIn, outcomeIn } from './said.ts';
import { auditWords } from './words.ts';

/** The width of a shape is kept where there is none, so that the sentences stand in one line. */
export const sentenceCell = (item: AuditItem) => <EntrySentence item={item} />;

function EntrySentence({ item }: { item: AuditItem }) {
  const outcome = outcomeIn(item);
  return (
    <span className="flex min-w-0 items-center gap-2">
      {outcome === null ? <span className="w-3.5 shrink-0 max-md:hidden" /> : <OutcomeGlyph outcome={outcome} />}
      <span className="min-w-0 truncate">
        <Parts parts={usePartsOf()(item)} />
      </span>
    </span>
  );
}

/** The same as a text, for a file. */
export function useSentenceText(): (item: AuditItem) => string {
  const partsOf = usePartsOf();
  return (item) => textOf(partsOf(item));
}

function usePartsOf(): (item: AuditItem) => readonly Part[] {
  const { messages, format } = useLanguage();
  const words = useWords(auditWords);
  return (item) => {
    const decision = decisionIn(item, format);
    const kind = kindSaid(words.kinds, item.kind);
    if (decision !== null) {
      const act = messages.words.act(decision.told);
      const agent = { name: decision.told.agent };
      if (item.kind !== 'decision.recorded') return [`${kind}: `, agent, ', ', ...act];
      return [agent, ` ${words.answered[decision.outcome]}: `, ...act];
    }
    const name = nameIn(item);
    return name === null ? [kind] : [`${kind}: `, { strong: name }];
  };
}
