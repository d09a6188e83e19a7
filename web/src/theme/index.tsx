// SPDX-License-Identifier: Apache-2.0
/** Light or dark: as the device says, or as the person chose. The colours follow the attribute on the document. */
import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useState } from 'react';
import { keepPreference, readPreference } from '../preference/index.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

interface ThemeContext {
  theme: Theme;
  choose(theme: Theme): void;
}

const Context = createContext<ThemeContext | null>(null);

export function ThemeProvider({ children }: { children: ReactNode }) {
  const [theme, setTheme] = useState<Theme>(() => readPreference('theme', THEMES) ?? 'system');
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  const value = useMemo(
    () => ({
      theme,
      choose(chosen: Theme) {
        keepPreference('theme', chosen);
        setTheme(chosen);
      },
    }),
    [theme],
  );
  return <Context value={value}>{children}</Context>;
}

export function useTheme(): ThemeContext {
  const value = useContext(Context);
  if (value === null) throw new Error('a part of the app stands outside its theme');
  return value;
}
