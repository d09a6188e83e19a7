// SPDX-License-Identifier: Apache-2.0
/** The permissions of an agent against its uses: a row for each resource, a column for each action. */
import type { AgentDetail, EventAction } from '@svc/contract';
import { Link } from '@tanstack/react-router';
import { lazy } from 'react';
import { callApi } from '../../api/client.ts';
import { Panel } from '../../detail/panel.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { useSubjectName } from '../../registry/permission-words.ts';
import { ACTIONS, kindOfSubject } from '../../registry/permissions.ts';
import { registryWords } from '../../registry/words.ts';
import { Can } from '../../session/may.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { type Row, rowsOf, unusedOf, usedPermissionsOf } from './rows.ts';
import { agentWords } from './words.ts';

const AgentDialog = lazy(() => import('../agents/agent-dialog.tsx'));
const ConfirmDialog = lazy(() =>
  import('../../ui/confirm-dialog.tsx').then((part) => ({ default: part.ConfirmDialog })),
);

export function MayAndDid({ agent }: { agent: AgentDetail }) {
  const words = useWords(agentWords);
  const rows = rowsOf(agent);
  const { unused, all } = unusedOf(agent);
  const change = (
    <Can operation="updateAgent">
      <DialogButton size="small" dialog={(close) => <AgentDialog agent={agent} onClose={close} />}>
        {words.change}
      </DialogButton>
    </Can>
  );
  const isOpen = agent.permissions === null;
  return (
    <Panel title={isOpen ? words.did : words.mayAndDid} aside={change}>
      {isOpen && <p className="pb-2 text-ink-2">{words.noLimit}</p>}
      {rows.length === 0 ? <p className="text-ink-3">{words.didNone}</p> : <Grid agent={agent} rows={rows} />}
      {unused > 0 && (
        <p className="flex flex-wrap items-center gap-x-2 pt-3 text-ink-2">
          {words.unused(unused, all)}
          <Can operation="updateAgent">
            <TakeAway agent={agent} />
          </Can>
        </p>
      )}
    </Panel>
  );
}

function TakeAway({ agent }: { agent: AgentDetail }) {
  const words = useWords(agentWords);
  const { id, updatedAt } = agent;
  return (
    <DialogButton
      size="small"
      dialog={(close) => (
        <ConfirmDialog
          title={words.takeAwayTitle}
          text={words.takeAwayText}
          act={words.takeAway}
          variant="solid"
          onConfirm={() =>
            callApi('updateAgent', { params: { id }, body: { permissions: usedPermissionsOf(agent), updatedAt } })
          }
          reads={['readAgent', 'listAgents']}
          done={words.tookAway}
          onClose={close}
        />
      )}
    >
      {words.takeAway}
    </DialogButton>
  );
}

function Grid({ agent, rows }: { agent: AgentDetail; rows: readonly Row[] }) {
  const words = useWords(agentWords);
  const common = useWords(registryWords);
  const top = Math.max(...rows.flatMap(({ cells }) => ACTIONS.map((action) => cells[action].asked)));
  return (
    <section
      aria-label={words.grid}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
      tabIndex={0}
      className="-mx-1 overflow-x-auto px-1 focus-visible:-outline-offset-2"
    >
      <table className="w-full min-w-160 table-fixed border-separate border-spacing-0.5 text-left">
        <thead className="text-micro font-medium text-ink-3">
          <tr>
            <th scope="col" className="sticky left-0 w-38 bg-surface font-medium max-md:w-30">
              {common.permissions.subject}
            </th>
            {ACTIONS.map((action) => (
              <th key={action} scope="col" className="px-2.5 py-1 font-medium">
                {common.verbs[action]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <GridRow key={row.subject} agent={agent} row={row} top={top} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function GridRow({ agent, row, top }: { agent: AgentDetail; row: Row; top: number }) {
  const { classifications } = useLanguage().messages.words;
  const words = useWords(agentWords);
  const nameOf = useSubjectName();
  const { subject, classification, isGone } = row;
  const isResource = !isGone && kindOfSubject(subject) === 'resource';
  return (
    <tr>
      <th scope="row" className="sticky left-0 truncate bg-surface py-1 pr-3 leading-4.5 font-normal">
        <span className={`block truncate ${isResource ? 'font-mono font-medium' : ''}`}>
          {isGone ? words.gone : nameOf(subject)}
        </span>
        {classification !== null && (
          <span className="block truncate text-meta text-ink-3">{classifications[classification]}</span>
        )}
      </th>
      {ACTIONS.map((action) => (
        <Cell
          key={action}
          agent={agent.name}
          row={row}
          action={action}
          top={top}
          hasLimit={agent.permissions !== null}
        />
      ))}
    </tr>
  );
}

interface CellProps {
  agent: string;
  row: Row;
  action: EventAction;
  top: number;
  hasLimit: boolean;
}

const CELL = 'flex h-9.5 items-center rounded-s px-2.5 text-meta max-md:h-11';
/** From this part of the largest number on, a cell stands out. */
const MUCH = 0.05;

function Cell({ agent, row: { subject, cells, isGone }, action, top, hasLimit }: CellProps) {
  const { format } = useLanguage();
  const words = useWords(agentWords);
  const { asked, stopped, isPermitted, isOwn } = cells[action];
  if (asked === 0) {
    return (
      <td className="p-0">
        <span className={`${CELL} ${isOwn ? 'border border-dashed border-edge text-ink-2' : 'text-ink-3'}`}>
          {isOwn ? words.neverUsed : hasLimit && !isPermitted ? words.notPermitted : words.notUsed}
        </span>
      </td>
    );
  }
  const isRefused = !isPermitted && stopped === asked;
  const variant = isRefused
    ? 'bg-block-soft text-block-ink'
    : asked >= top * MUCH
      ? 'bg-allow-ground font-semibold text-ink'
      : 'bg-allow-soft font-medium text-allow-ink';
  const text = isRefused ? words.refused(format.number(asked)) : format.number(asked);
  if (isGone || kindOfSubject(subject) !== 'resource') {
    return (
      <td className="p-0">
        <span className={`${CELL} ${variant}`}>{text}</span>
      </td>
    );
  }
  return (
    <td className="p-0">
      <Link
        to="/events"
        search={{ agent, resource: subject, action }}
        className={`${CELL} ${variant} tabular-nums hover:underline focus-visible:outline-offset-1`}
      >
        {text}
      </Link>
    </td>
  );
}
