// SPDX-License-Identifier: Apache-2.0
/** The warnings of a stored set by the field that they are about, in the language of the page. */
import type { ToolRulesDetail } from '@svc/contract';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { toolRulesWords } from './words.ts';

/** The rule that takes the tools of a later one before it. */
const EARLIER = /^Never counts: rules\[(\d+)\]/;

/** @param set null: it is edited, so that its warnings may be about other rules */
export function useWarnings(set: ToolRulesDetail | null): ReadonlyMap<string, string> {
  const { format } = useLanguage();
  const words = useWords(toolRulesWords);
  return new Map(
    (set?.warnings ?? []).map(({ path, message }) => {
      const earlier = EARLIER.exec(message)?.[1];
      if (earlier !== undefined) return [path, words.hidden(format.number(Number(earlier) + 1))];
      return [path, path === 'agent' ? words.noSuchAgent : words.noSuchResource];
    }),
  );
}
