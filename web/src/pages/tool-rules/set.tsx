// SPDX-License-Identifier: Apache-2.0
/** One set of tool rules, or a new one: its editor, with a call to try beside it. */
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { isNotThere } from '../../api/failure.ts';
import { readOf } from '../../api/reading.ts';
import { useWords } from '../../language/word-set.ts';
import { Page } from '../../page/page.tsx';
import { Answered } from '../../ui/answered.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { draftOf, NEW_SET } from './draft.ts';
import { SetEditor } from './editor.tsx';
import { STARTING_SETS, startingSet } from './starting-sets.ts';
import { toolRulesWords } from './words.ts';

export function NewToolRulesPage() {
  const words = useWords(toolRulesWords);
  const { start, tool = null } = useSearch({ from: '/signed-in/tool-rules/new' });
  const known = STARTING_SETS.find((one) => one === start);
  const set = known === undefined ? null : startingSet(known, words.starting[known].name);
  return <SetEditor key={start ?? ''} first={set === null ? NEW_SET : draftOf(set)} detail={null} tool={tool} />;
}

export function ToolRulesSetPage() {
  const words = useWords(toolRulesWords);
  const { id } = useParams({ from: '/signed-in/tool-rules/$id' });
  const { tool = null } = useSearch({ from: '/signed-in/tool-rules/$id' });
  const set = useQuery(readOf('readToolRules', { params: { id } }));
  const { data } = set;
  // A failed reading of a set that is open already leaves the changes on the page.
  if (data !== undefined) return <SetEditor key={id} first={draftOf(data)} detail={data} tool={tool} />;
  const isMissing = isNotThere(set.error);
  return (
    <Page title={isMissing ? words.missingTitle : words.title} crumb={{ name: words.title, to: '/tool-rules' }}>
      {isMissing ? (
        <EmptyState title={words.missingTitle} text={words.missingText}>
          <Link to="/tool-rules" search={{}} className={buttonClass()}>
            {words.missingAction}
          </Link>
        </EmptyState>
      ) : (
        <Answered query={set}>{() => null}</Answered>
      )}
    </Page>
  );
}
