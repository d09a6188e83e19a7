// SPDX-License-Identifier: Apache-2.0
/** A change of a record or a setting that lets more through asks once before it is saved, with what gets through. */
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useWords } from '../language/word-set.ts';
import { registryWords } from './words.ts';

const ConfirmDialog = lazy(() => import('../ui/confirm-dialog.tsx').then((part) => ({ default: part.ConfirmDialog })));

interface Question {
  lines: readonly string[];
  answer(isMeant: boolean): void;
}

/** @returns `asks` for a form, and the question, which stands beside it */
export function useLooser<Values>(looserOf: (values: Values) => readonly string[]): {
  asks(values: Values): Promise<boolean>;
  question: ReactNode;
} {
  const words = useWords(registryWords);
  const [asked, setAsked] = useState<Question | null>(null);
  const close = (isMeant: boolean) => {
    asked?.answer(isMeant);
    setAsked(null);
  };
  return {
    asks: async (values) => {
      const lines = looserOf(values);
      return lines.length === 0 || (await new Promise((answer) => setAsked({ lines, answer })));
    },
    question: asked !== null && (
      <Suspense>
        <ConfirmDialog
          title={words.looser.title}
          text={words.looser.text}
          act={words.looser.act}
          variant="solid"
          onConfirm={async () => close(true)}
          onClose={() => close(false)}
        >
          <ul className="list-disc pl-4">
            {asked.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </ConfirmDialog>
      </Suspense>
    ),
  };
}
