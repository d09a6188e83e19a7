// SPDX-License-Identifier: Apache-2.0
/** Language and theme, before there is a menu that holds them. The browser's own lists: nothing has to be loaded. */
import { useLanguage } from '../language/index.tsx';
import { LANGUAGES } from '../language/languages.ts';
import { THEMES, useTheme } from '../theme/index.tsx';

export function Preferences() {
  const { language, messages, choose } = useLanguage();
  const { shell } = messages;
  const theme = useTheme();
  const themes = THEMES.map((value) => ({
    value,
    name: `${shell.theme}: ${shell.themes[value].toLocaleLowerCase(language)}`,
  }));
  return (
    <footer className="flex gap-4 py-6">
      <Preference label={shell.language} value={language} choices={LANGUAGES} onChoose={choose} />
      <Preference label={shell.theme} value={theme.theme} choices={themes} onChoose={theme.choose} />
    </footer>
  );
}

interface PreferenceProps<Value extends string> {
  label: string;
  value: Value;
  choices: readonly { value: Value; name: string }[];
  onChoose(value: Value): void;
}

function Preference<Value extends string>({ label, value, choices, onChoose }: PreferenceProps<Value>) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => {
        const chosen = choices.find((choice) => choice.value === target.value);
        if (chosen !== undefined) onChoose(chosen.value);
      }}
      className="field-sizing-content h-7 appearance-none rounded-s bg-transparent px-1 text-meta text-ink-2
        hover:text-ink max-md:h-11"
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value} className="bg-raised text-ink">
          {choice.name}
        </option>
      ))}
    </select>
  );
}
