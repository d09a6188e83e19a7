// SPDX-License-Identifier: Apache-2.0
/** An address that nothing stands at; the frame stays, so that every place is one step away. */
import { Link, useLocation } from '@tanstack/react-router';
import { useWords } from '../../language/word-set.ts';
import { Page } from '../../page/page.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { HelpLink } from '../../ui/help-link.tsx';
import { notFoundWords } from './words.ts';

export default function NotFoundPage() {
  const words = useWords(notFoundWords);
  const { pathname } = useLocation();
  return (
    <Page title={words.title}>
      <EmptyState title={`/app${pathname}`} text={words.text}>
        <Link to="/reviews" search={{}} className={buttonClass('solid')}>
          {words.action}
        </Link>
        <HelpLink className={buttonClass()} />
      </EmptyState>
    </Page>
  );
}
