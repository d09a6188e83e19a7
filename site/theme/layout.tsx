// SPDX-License-Identifier: Apache-2.0
/** The frame of each page: a way past the menu, and a note above what is not translated. */
import { useFrontmatter, useLang, useLocation } from '@rspress/core/runtime';
import { Link, DocContent as OriginalContent, Layout as OriginalLayout } from '@rspress/core/theme-original';
import { type ComponentProps, useEffect } from 'react';
import { useWords } from './words.ts';

export const CONTENT = 'content';

export function Layout() {
  const words = useWords();
  useNamesOfParts();
  return (
    <OriginalLayout
      top={
        <a className="svc-skip" href={`#${CONTENT}`}>
          {words.skip}
        </a>
      }
      components={{ a: TextLink, table: Table }}
    />
  );
}

/** The generator has two parts beside the text, and names neither for readers of screens. */
function useNamesOfParts(): void {
  const words = useWords();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may have other parts
  useEffect(() => {
    document.querySelector('.rp-doc-layout__sidebar')?.setAttribute('aria-label', words.allPages);
    document.querySelector('.rp-doc-layout__outline')?.setAttribute('aria-label', words.thisPage);
  }, [words, pathname]);
}

/** The sign beside a heading is for the mouse: by the keyboard, headings are reached from their list. */
function TextLink({ href = '', className = '', children, ...props }: ComponentProps<'a'>) {
  const isSign = props['aria-hidden'] === 'true';
  return (
    <Link href={href} className={className} {...(isSign && { tabIndex: -1, 'aria-hidden': true })}>
      {children}
    </Link>
  );
}

/** A wide table scrolls by itself: it has to be reached by the keyboard. */
function Table(props: ComponentProps<'table'>) {
  const words = useWords();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    // biome-ignore lint/a11y/useSemanticElements: a part of the text, and no group of fields
    <div className="svc-table" role="group" aria-label={words.table} tabIndex={0}>
      <table {...props} />
    </div>
  );
}

/** The text, in the language that it is written in. */
export function DocContent(props: ComponentProps<typeof OriginalContent>) {
  const words = useWords();
  const language = useLang();
  const { frontmatter } = useFrontmatter();
  const isForeign = frontmatter.writtenIn !== undefined && frontmatter.writtenIn !== language;
  return (
    <>
      <span id={CONTENT} tabIndex={-1} className="svc-content-start" />
      {isForeign && <p className="svc-note">{words.untranslated}</p>}
      <div {...(isForeign && { lang: String(frontmatter.writtenIn) })}>
        <OriginalContent {...props} />
      </div>
    </>
  );
}
