// SPDX-License-Identifier: Apache-2.0
/** Tools that were refused because no rule takes them, each with a way to a rule for it. */
import type { ToolRulesItem, UnlistedTool } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { readOf } from '../../api/reading.ts';
import { doorWords } from '../../decision/door-words.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { Can } from '../../session/may.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Timestamp, useNow } from '../../ui/timestamp.tsx';
import { toolRulesWords } from './words.ts';

/** The others are shown on request. */
const SHOWN_FIRST = 3;
const TICK_EVERY_MS = 30_000;

/** @param sets as they are listed: a rule goes into one that reads calls of the agent */
export function Unlisted({ sets }: { sets: readonly ToolRulesItem[] }) {
  const { format } = useLanguage();
  const words = useWords(toolRulesWords);
  const [isWhole, setWhole] = useState(false);
  const id = useId();
  const { tools = [] } = useQuery(readOf('listUnlistedTools')).data ?? {};
  if (tools.length === 0) return null;
  const shown = isWhole ? tools : tools.slice(0, SHOWN_FIRST);
  return (
    <section aria-labelledby={id} className="border-b border-line px-6 py-3 max-md:px-4">
      <h2 id={id} className="text-meta font-medium text-ink-2">
        {words.refusedTools}
      </h2>
      <ul className="max-h-72 divide-y divide-line overflow-y-auto">
        {shown.map((one) => (
          <RefusedTool key={one.tool} one={one} set={setFor(sets, one.agent)} />
        ))}
      </ul>
      {shown.length < tools.length && (
        <Button size="small" onClick={() => setWhole(true)}>
          {words.allRefused(format.number(tools.length))}
        </Button>
      )}
    </section>
  );
}

/** A set of the agent's own is read first. */
const setFor = (sets: readonly ToolRulesItem[], agent: string): ToolRulesItem | undefined =>
  sets.find((set) => set.agent === agent) ?? sets.find((set) => set.agent === undefined);

function RefusedTool({ one, set }: { one: UnlistedTool; set: ToolRulesItem | undefined }) {
  const { tool, agent, door, lastAt } = one;
  const { format } = useLanguage();
  const words = useWords(toolRulesWords);
  const { doors } = useWords(doorWords);
  const nowMs = useNow(TICK_EVERY_MS);
  const link = { search: { tool }, className: buttonClass('line', 'small'), 'aria-label': words.addRuleFor(tool) };
  return (
    <li className="flex min-h-11 items-center gap-3 py-1.5">
      <div className="min-w-0 grow">
        <code className="block truncate">{tool}</code>
        <span className="block text-meta text-ink-3">
          {words.askedBy(agent, doors[door])} <Timestamp iso={lastAt} text={format.ago(lastAt, nowMs)} />
        </span>
      </div>
      <Can operation={set === undefined ? 'createToolRules' : 'updateToolRules'}>
        {set === undefined ? (
          <Link to="/tool-rules/new" {...link}>
            {words.addRule}
          </Link>
        ) : (
          <Link to="/tool-rules/$id" params={{ id: set.id }} {...link}>
            {words.addRule}
          </Link>
        )}
      </Can>
    </li>
  );
}
