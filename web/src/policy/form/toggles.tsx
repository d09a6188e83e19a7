// SPDX-License-Identifier: Apache-2.0
/** Any of a closed list, each a word that is pressed or not. */
interface TogglesProps<Word extends string> {
  label: string;
  names: Readonly<Record<Word, string>>;
  chosen: readonly Word[];
  disabled: boolean;
  onChoose(chosen: Word[]): void;
}

const TOGGLE =
  'inline-flex h-6 cursor-pointer items-center rounded-s border border-edge px-1.5 text-meta text-ink-2 ' +
  'transition-colors ' +
  'hover:border-ink-3 has-checked:border-solid has-checked:bg-solid has-checked:text-on-solid ' +
  'has-disabled:cursor-not-allowed ' +
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink max-md:h-11';

export function Toggles<Word extends string>({ label, names, chosen, disabled, onChoose }: TogglesProps<Word>) {
  const words = Object.keys(names) as Word[];
  return (
    <fieldset aria-label={label} className="flex flex-wrap gap-1">
      {words.map((word) => (
        <label key={word} className={TOGGLE}>
          <input
            type="checkbox"
            className="sr-only"
            checked={chosen.includes(word)}
            disabled={disabled}
            onChange={({ target }) =>
              // In the order of the list, however they were pressed.
              onChoose(words.filter((one) => (one === word ? target.checked : chosen.includes(one))))
            }
          />
          {names[word]}
        </label>
      ))}
    </fieldset>
  );
}
