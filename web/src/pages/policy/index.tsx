// SPDX-License-Identifier: Apache-2.0
/** One policy: its sentence, its form and its text, its last 30 days, and its test cases. */
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { isNotThere } from '../../api/failure.ts';
import { readOf } from '../../api/reading.ts';
import { useWords } from '../../language/word-set.ts';
import { Page } from '../../page/page.tsx';
import { Answered } from '../../ui/answered.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { baseOf } from './base.ts';
import { PolicyEditor } from './editor.tsx';
import { policyPageWords } from './words.ts';

export function PolicyPage() {
  const words = useWords(policyPageWords);
  const { id } = useParams({ from: '/signed-in/policies/$id' });
  const policy = useQuery(readOf('readPolicy', { params: { id } }));
  const { data } = policy;
  // A failed reading of a policy that is open already leaves the changes on the page.
  if (data !== undefined) return <PolicyEditor key={id} first={baseOf(data)} detail={data} />;
  const crumb = { name: words.policies, to: '/policies' } as const;
  if (isNotThere(policy.error)) {
    return (
      <Page title={words.missingTitle} crumb={crumb}>
        <EmptyState title={words.missingTitle} text={words.missingText}>
          <Link to="/policies" search={{}} className={buttonClass()}>
            {words.missingAction}
          </Link>
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title={words.title} crumb={crumb}>
      <Answered query={policy}>{() => null}</Answered>
    </Page>
  );
}
