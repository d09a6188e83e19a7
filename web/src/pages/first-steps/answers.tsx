// SPDX-License-Identifier: Apache-2.0
/** The three answers that an agent may get, with the limits of the organization. */
import { useQuery } from '@tanstack/react-query';
import { organizationQuery } from '../../api/organization.ts';
import { OutcomeGlyph } from '../../decision/glyph.tsx';
import type { Outcome } from '../../decision/outcome.ts';
import { useWords } from '../../language/word-set.ts';
import { firstStepsWords } from './words.ts';

export function AnswersToCome() {
  const words = useWords(firstStepsWords);
  const { data } = useQuery(organizationQuery);
  if (data === undefined) return null;
  const { riskReviewAt, riskBlockAt, reviewExpiryMinutes } = data;
  const answers: [Outcome, string, string][] = [
    ['allowed', words.allowed, words.allowedText(riskReviewAt)],
    ['waiting', words.waits, words.waitsText(words.span(reviewExpiryMinutes))],
    ['blocked', words.blocked, words.blockedText(riskBlockAt)],
  ];
  return (
    <section aria-label={words.answers} className="border-t border-line pt-6">
      <h2 className="font-semibold">{words.answers}</h2>
      <ul className="mt-3 grid gap-4 md:grid-cols-3">
        {answers.map(([outcome, name, text]) => (
          <li key={outcome} className="flex gap-3">
            <OutcomeGlyph outcome={outcome} className="mt-0.5 size-4" />
            <span className="leading-4.5">
              <span className="block font-medium">{name}</span>
              <span className="block text-meta text-ink-3">{text}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
