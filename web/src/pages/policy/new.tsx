// SPDX-License-Identifier: Apache-2.0
/** A new policy: a first condition to change, one of the policies to begin with, or a copy of another one. */
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { readOf } from '../../api/reading.ts';
import { useWords } from '../../language/word-set.ts';
import { Page } from '../../page/page.tsx';
import { newPolicy, startingPolicy } from '../../policy/starting.ts';
import { policyWords } from '../../policy/words.ts';
import { Answered } from '../../ui/answered.tsx';
import { baseOf, newBase } from './base.ts';
import { PolicyEditor } from './editor.tsx';
import { policyPageWords } from './words.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export function NewPolicyPage() {
  const { copy, start } = useSearch({ from: '/signed-in/policies/new' });
  if (copy !== undefined && UUID.test(copy)) return <Copy id={copy} />;
  return <Started key={start ?? ''} start={start} />;
}

function Started({ start }: { start: string | undefined }) {
  const words = useWords(policyPageWords);
  const { starting } = useWords(policyWords);
  const index = Number(start ?? Number.NaN);
  const spec = startingPolicy(index, starting[index]?.name ?? words.newName) ?? newPolicy(words.newName);
  return <PolicyEditor first={newBase(spec)} detail={null} />;
}

function Copy({ id }: { id: string }) {
  const words = useWords(policyPageWords);
  const policy = useQuery({ ...readOf('readPolicy', { params: { id } }), staleTime: Number.POSITIVE_INFINITY });
  const { data } = policy;
  if (data === undefined) {
    return (
      <Page title={words.newTitle} crumb={{ name: words.policies, to: '/policies' }}>
        <Answered query={policy}>{() => null}</Answered>
      </Page>
    );
  }
  const { spec, tests } = baseOf(data);
  return <PolicyEditor first={{ ...newBase({ ...spec, name: words.copyOf(spec.name) }), tests }} detail={null} />;
}
