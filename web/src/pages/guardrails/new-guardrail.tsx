// SPDX-License-Identifier: Apache-2.0
/** The solid button of the list, which C presses too. */
import { Plus } from 'lucide-react';
import { useWords } from '../../language/word-set.ts';
import { Button } from '../../ui/button.tsx';
import { useShortcut } from '../../ui/shortcuts.ts';
import { Key } from '../../ui/tag.tsx';
import { guardrailsWords } from './words.ts';

export function NewGuardrail({ onOpen }: { onOpen(): void }) {
  const words = useWords(guardrailsWords);
  useShortcut('c', onOpen);
  return (
    <Button variant="solid" aria-haspopup="dialog" onClick={onOpen}>
      <Plus aria-hidden className="size-4" />
      <span className="max-md:sr-only">{words.create}</span> <Key>C</Key>
    </Button>
  );
}
