// SPDX-License-Identifier: Apache-2.0
/** Sign-in by a company: the address of the person tells which directory is asked. */
import { EMAIL_CHARACTERS_MAX } from '@svc/contract/limits';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { ENTRY_LINK } from '../../entry/entry-link.ts';
import { EntryPage } from '../../entry/entry-page.tsx';
import { useWords } from '../../language/word-set.ts';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { GoOn } from './go-on.tsx';
import { SsoRefusalNotice } from './refusal.tsx';
import { ssoWords } from './words.ts';

interface Found {
  id: string;
  name: string;
}

export function SsoPage() {
  const words = useWords(ssoWords);
  const [found, setFound] = useState<readonly Found[] | null>(null);
  return (
    <EntryPage title={words.title} heading={words.heading} lead={words.lead}>
      {found !== null && found.length === 0 && <Notice tone="information" {...words.noneFound} />}
      {found !== null && found.length > 0 ? (
        <Organizations found={found} />
      ) : (
        <Form<{ email: string }, readonly Found[]>
          size="large"
          variant="solid"
          act={words.find}
          working={words.finding}
          values={{ email: '' }}
          fields={[
            {
              name: 'email',
              label: words.email,
              kind: 'email',
              autoComplete: 'username',
              maxLength: EMAIL_CHARACTERS_MAX,
              missing: words.missingEmail,
            },
          ]}
          onSend={async ({ email }) => (await callApi('findSso', { body: { email: email.trim() } })).organizations}
          onSent={setFound}
          refusal={(failure) => <SsoRefusalNotice failure={failure} />}
        />
      )}
      <p>
        <Link to="/sign-in" search={{}} className={ENTRY_LINK}>
          {words.otherWay}
        </Link>
      </p>
    </EntryPage>
  );
}

function Organizations({ found }: { found: readonly Found[] }) {
  const words = useWords(ssoWords);
  return (
    <ul aria-label={words.organizations} className="flex flex-col gap-3">
      {found.map(({ id, name }) => (
        <li key={id}>
          <GoOn organizationId={id} variant={found.length === 1 ? 'solid' : 'line'}>
            {words.goOnTo(name)}
          </GoOn>
        </li>
      ))}
    </ul>
  );
}
