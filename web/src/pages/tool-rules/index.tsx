// SPDX-License-Identifier: Apache-2.0
/** The sets of tool rules: what a call of a tool is, for every door that sees tools. */
import type { ToolRulesItem } from '@svc/contract';
import { Link, useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { ListPage } from '../../list/list-page.tsx';
import { Can } from '../../session/may.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { useShortcut } from '../../ui/shortcuts.ts';
import { Key } from '../../ui/tag.tsx';
import { useColumns } from './columns.tsx';
import { Starting } from './starting.tsx';
import { Unlisted } from './unlisted.tsx';
import { toolRulesWords } from './words.ts';

export function ToolRulesPage() {
  const { format } = useLanguage();
  const words = useWords(toolRulesWords);
  return (
    <ListPage<'listToolRules', ToolRulesItem>
      id="listToolRules"
      title={words.title}
      countOf={({ total }) => format.number(total)}
      searchLabel={words.search}
      columns={useColumns()}
      keyOf={({ id }) => id}
      linkColumn="name"
      page="/tool-rules/$id"
      isTall
      isStill
      above={(sets) => <Unlisted sets={sets} />}
      empty={<Starting />}
      actions={
        <Can operation="createToolRules">
          <NewSet />
        </Can>
      }
    />
  );
}

function NewSet() {
  const words = useWords(toolRulesWords);
  const navigate = useNavigate();
  useShortcut('c', () => void navigate({ to: '/tool-rules/new', search: {} }));
  return (
    <Link to="/tool-rules/new" search={{}} className={buttonClass('solid')}>
      <Plus aria-hidden className="size-4" />
      <span className="max-md:sr-only">{words.create}</span> <Key>C</Key>
    </Link>
  );
}
