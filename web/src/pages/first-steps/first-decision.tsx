// SPDX-License-Identifier: Apache-2.0
/** The command for a first decision, and the decision itself the moment that it is made. */
import type { FirstSteps } from '@svc/contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { outcomeOf } from '../../decision/outcome.ts';
import { OutcomeWord } from '../../decision/verdict.tsx';
import { useWords } from '../../language/word-set.ts';
import { buttonClass } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Segment } from '../../ui/segment.tsx';
import { type Asked, COMMANDS, WAYS, type Way } from './commands.ts';
import { Panel } from './panel.tsx';
import { firstStepsWords } from './words.ts';

export function FirstDecision({ steps }: { steps: FirstSteps }) {
  const words = useWords(firstStepsWords);
  const { agent, resource, apiKey } = steps;
  if (agent === null || resource === null || apiKey === null) {
    return (
      <Panel title={words.names.decision} text={words.needsFirst}>
        <Foot steps={steps} />
      </Panel>
    );
  }
  const asked = { baseUrl: location.origin, key: `${apiKey.prefix}…`, agent, resource: resource.name };
  const text = apiKey.kind === 'TEST' ? `${words.texts.decision} ${words.isTest}` : words.texts.decision;
  return (
    <Panel title={words.names.decision} text={text}>
      <Command asked={asked} />
      <Foot steps={steps} />
    </Panel>
  );
}

function Command({ asked }: { asked: Asked }) {
  const words = useWords(firstStepsWords);
  const [way, setWay] = useState<Way>('curl');
  const command = COMMANDS[way](asked);
  return (
    <div className="flex flex-col gap-2 px-5 pb-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Segment
          label={words.ways.label}
          value={way}
          choices={WAYS.map((value) => ({ value, name: words.ways[value] }))}
          onChoose={(chosen) => setWay(chosen)}
        />
        <CopyButton text={command} variant="line" />
      </div>
      {way === 'mcp' && <p className="text-meta text-ink-2">{words.mcpText}</p>}
      <section
        aria-label={words.command}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-m border border-line bg-sunken px-4 py-3"
      >
        <pre className="text-meta leading-5 whitespace-pre">{command}</pre>
      </section>
    </div>
  );
}

/** It listens until there is a decision, and then shows it. */
function Foot({ steps: { apiKey, decision } }: { steps: FirstSteps }) {
  const words = useWords(firstStepsWords);
  return (
    <div
      role="status"
      className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-sunken px-5 py-2.5"
    >
      {decision === null && apiKey !== null && (
        <>
          <span aria-hidden className="grid size-3.5 place-items-center rounded-full border border-edge">
            <span className="size-1.5 rounded-full bg-ink motion-safe:animate-pulse" />
          </span>
          <span>
            {words.listening} <span className="font-mono">{apiKey.prefix}</span>
          </span>
          <span className="ml-auto text-meta text-ink-3 max-md:ml-0">{words.appears}</span>
        </>
      )}
      {decision !== null && (
        <>
          <span>{words.firstDecision}</span>
          <OutcomeWord outcome={outcomeOf({ ...decision, review: null })} isSoft />
          <span className="text-ink-2">{words.risk(decision.riskScore)}</span>
          <Link
            to="/events/$eventId"
            params={{ eventId: decision.id }}
            search={decision.sandbox ? { sandbox: 'true' } : {}}
            className={`ml-auto ${buttonClass('line', 'small')}`}
          >
            {words.seeWhy}
          </Link>
        </>
      )}
    </div>
  );
}
