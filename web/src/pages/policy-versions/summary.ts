// SPDX-License-Identifier: Apache-2.0
/** The changes of a version in a few words: `1 new, 2 changed`. */
import type { PolicyVersion } from '@svc/contract';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { versionsWords } from './words.ts';

export function useSummary(): (version: PolicyVersion) => string {
  const words = useWords(versionsWords);
  const { format } = useLanguage();
  return (version) => {
    const parts = (['created', 'updated', 'deleted'] as const)
      .filter((kind) => version[kind] > 0)
      .map((kind) => words[kind](format.number(version[kind])));
    const from = version.restoredFrom === null ? [] : [words.restoredFrom(format.number(version.restoredFrom))];
    return parts.length === 0 ? words.nothing : [...parts, ...from].join(', ');
  };
}
