// SPDX-License-Identifier: Apache-2.0
/** Lets an app ask its person to resolve reviews. Nothing is chosen beforehand: an app might not really ask. */
import { useWords } from '../../language/word-set.ts';
import { connectWords } from './words.ts';

interface MayAskProps {
  isChosen: boolean;
  onChoose(isChosen: boolean): void;
}

export function MayAsk({ isChosen, onChoose }: MayAskProps) {
  const words = useWords(connectWords);
  return (
    <label className="-mt-4 flex items-start gap-2.5 border-t border-line pt-2.5">
      <input
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-solid"
        checked={isChosen}
        onChange={({ target }) => onChoose(target.checked)}
      />
      <span className="grow">
        <span className="font-medium">{words.mayAsk}</span>
        <span className="block text-meta text-ink-2">{words.mayAskHint}</span>
      </span>
    </label>
  );
}
