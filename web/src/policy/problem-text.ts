// SPDX-License-Identifier: Apache-2.0
/** The sentence about what is wrong, in the language of the page. */
import type { Format } from '../language/format.ts';
import type { Problem } from './text/problems.ts';
import type { ProblemWords } from './words-en.ts';

export function problemText(problem: Problem, words: ProblemWords, format: Format): string {
  switch (problem.is) {
    case 'unknownField':
      return words.unknownField(problem.field, problem.meant);
    case 'word':
      return words.word(format.list(problem.words), problem.meant);
    case 'onlyInForm':
    case 'missing':
      return words[problem.is](problem.field);
    case 'type':
      return words.type(problem.type);
    case 'tooLong':
    case 'tooMany':
    case 'tooSmall':
    case 'tooLarge':
    case 'tooDeep':
      return words[problem.is](format.number(problem.limit));
    case 'syntax':
    case 'told':
      return words[problem.is](problem.message);
    case 'empty':
    case 'twice':
    case 'characters':
      return words[problem.is]();
  }
}
