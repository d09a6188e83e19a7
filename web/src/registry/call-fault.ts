// SPDX-License-Identifier: Apache-2.0
/** The reason of a failed outgoing call in the person's language. The service writes it in English, for agents. */
import { useWords, wordSet } from '../language/word-set.ts';

const callFaultWords = wordSet({
  en: () => import('./call-fault-words-en.ts'),
  'pt-BR': () => import('./call-fault-words-pt-br.ts'),
});

/** @returns a reason that no table knows as it is */
export function useCallFault(): (reason: string) => string {
  const words = useWords(callFaultWords);
  return (reason) => words[reason] ?? reason;
}
