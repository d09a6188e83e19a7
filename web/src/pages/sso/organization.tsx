// SPDX-License-Identifier: Apache-2.0
/** The sign-in of one company, by its own address. */
import { Link, useParams } from '@tanstack/react-router';
import { ENTRY_LINK } from '../../entry/entry-link.ts';
import { EntryPage } from '../../entry/entry-page.tsx';
import { useWords } from '../../language/word-set.ts';
import { GoOn } from './go-on.tsx';
import { ssoWords } from './words.ts';

export function SsoOrganizationPage() {
  const words = useWords(ssoWords);
  const { organizationId } = useParams({ from: '/sso/$organizationId' });
  return (
    <EntryPage title={words.title} heading={words.heading} lead={words.directLead}>
      <GoOn organizationId={organizationId}>{words.goOn}</GoOn>
      <p>
        <Link to="/sign-in" search={{}} className={ENTRY_LINK}>
          {words.otherWay}
        </Link>
      </p>
    </EntryPage>
  );
}
