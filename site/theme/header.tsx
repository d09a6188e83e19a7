// SPDX-License-Identifier: Apache-2.0
/** The head of each page: the mark, search, language, version and colours. */
import { ThemeContext, usePage, withBase } from '@rspress/core/runtime';
import { IconMoon, IconSun, Link, SvgWrapper } from '@rspress/core/theme-original';
import { useContext, useEffect, useState } from 'react';
import { Mark } from '../../web/src/page/mark.tsx';
import { Search } from './search.tsx';
import { Versions } from './versions.tsx';
import { usePrefix, useWords } from './words.ts';

export function Header() {
  const words = useWords();
  const prefix = usePrefix();
  return (
    <header className="svc-header">
      <Link href={`${prefix}/`} className="svc-home">
        <Mark className="svc-mark" />
        <span className="svc-name">svc</span>
        <span className="svc-section">{words.documentation}</span>
      </Link>
      <div className="svc-tools">
        <Link href={`${prefix}/reference/api.html`} className="svc-tool svc-api">
          {words.apiReference}
        </Link>
        <Search />
        <Versions />
        <LanguageLink />
        <ColoursButton />
      </div>
    </header>
  );
}

/** Leads to the same page: every page stands in both parts of the site. */
function LanguageLink() {
  const { otherLanguage } = useWords();
  const { page } = usePage();
  const prefix = usePrefix();
  const own = page.pageType === '404' ? `${prefix}/` : page.routePath;
  const path = prefix === '' ? `/pt-BR${own}` : own.slice(prefix.length);
  // A new document: its language is that of the whole page, which readers of screens ask for at its load.
  return (
    <a className="svc-tool" lang={otherLanguage.lang} hrefLang={otherLanguage.lang} href={withBase(pageAddress(path))}>
      {otherLanguage.name}
    </a>
  );
}

const pageAddress = (path: string): string => (path === '' ? '/' : path.endsWith('/') ? path : `${path}.html`);

function ColoursButton() {
  const words = useWords();
  const { theme, setTheme } = useContext(ThemeContext);
  // The build does not know the colours of the reader: the button appears with them.
  const [isKnown, setIsKnown] = useState(false);
  useEffect(() => setIsKnown(true), []);
  const isDark = isKnown && theme === 'dark';
  return (
    <button
      type="button"
      className="svc-tool svc-icon"
      aria-label={isDark ? words.light : words.dark}
      title={isDark ? words.light : words.dark}
      onClick={() => setTheme?.(isDark ? 'light' : 'dark')}
    >
      <SvgWrapper icon={isDark ? IconSun : IconMoon} />
    </button>
  );
}
