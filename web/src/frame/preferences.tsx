/** Language and theme: the same two choices before and after sign-in. */
import { LANGUAGES, useLanguage } from '../language/index.tsx';
import { THEMES, useTheme } from '../theme/index.tsx';
import { Select } from '../ui/field.tsx';

export function Preferences() {
  const { language, messages, choose } = useLanguage();
  const theme = useTheme();
  const themes = THEMES.map((value) => ({ value, name: messages.frame.themes[value] }));
  return (
    <>
      <Select label={messages.frame.language} value={language} choices={LANGUAGES} onChoose={choose} />
      <Select label={messages.frame.theme} value={theme.theme} choices={themes} onChoose={theme.choose} />
    </>
  );
}
