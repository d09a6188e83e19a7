// SPDX-License-Identifier: Apache-2.0
/** One resource: its class, who asked for it, what refers to it, and what may be done with it. */
import type { ResourceDetail, ResourceItem } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy } from 'react';
import { callApi } from '../../api/client.ts';
import { readOf } from '../../api/reading.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import type { Opened } from '../../list/list-page.tsx';
import { useSandbox } from '../../page/sandbox.ts';
import { RecordActs } from '../../registry/record-acts.tsx';
import { DrawerPart, RecordDrawer, Terms } from '../../registry/record-drawer.tsx';
import { UsedBy } from '../../registry/used-by.tsx';
import { registryWords } from '../../registry/words.ts';
import { buttonClass } from '../../ui/button.tsx';
import { resourcesWords } from './words.ts';

const ResourceDialog = lazy(() => import('./resource-dialog.tsx'));
export function ResourceDrawer({ opened }: { opened: Opened<ResourceItem> }) {
  const words = useWords(resourcesWords);
  const isSandbox = useSandbox();
  const detail = useQuery(
    readOf('readResource', { params: { id: opened.key }, query: { sandbox: isSandbox ? 'true' : 'false' } }),
  );
  return (
    <RecordDrawer
      label={words.resource}
      opened={opened}
      query={detail}
      name={({ name }) => name}
      change="updateResource"
      acts={(resource) => <Acts resource={resource} onGone={opened.onClose} />}
    >
      {(resource) => <Content resource={resource} />}
    </RecordDrawer>
  );
}

function Content({ resource }: { resource: ResourceDetail }) {
  const { format, messages } = useLanguage();
  const words = useWords(resourcesWords);
  const common = useWords(registryWords);
  const { classification, description, createdAt, updatedAt, usedBy } = resource;
  return (
    <>
      <Terms
        terms={[
          [words.class, messages.words.classifications[classification]],
          [words.description, description ?? '–'],
          [common.created, format.dateTime(createdAt)],
          [common.changed, format.dateTime(updatedAt)],
        ]}
      />
      <DrawerPart title={words.who}>
        <Uses resource={resource} />
      </DrawerPart>
      {usedBy.length > 0 && (
        <DrawerPart title={words.usedBy}>
          <UsedBy usedBy={usedBy} />
        </DrawerPart>
      )}
    </>
  );
}

function Uses({ resource: { name, uses } }: { resource: ResourceDetail }) {
  const { format } = useLanguage();
  const words = useWords(resourcesWords);
  const { verbs } = useWords(registryWords);
  if (uses.length === 0) return <p className="text-ink-3">{words.nobody}</p>;
  return (
    <ul>
      {uses.map(({ agent, agentId, action, asked, stopped }) => (
        <li
          key={`${agentId} ${action}`}
          className="grid min-h-8 grid-cols-[minmax(0,1fr)_5rem_8rem] items-center gap-3 border-b border-line"
        >
          {agent === null ? (
            <span className="truncate text-ink-3">{words.gone}</span>
          ) : (
            <Link
              to="/agents/$id"
              params={{ id: agent.id }}
              className="truncate font-mono underline-offset-4 hover:underline"
            >
              {agent.name}
            </Link>
          )}
          <span>{verbs[action]}</span>
          <Link
            to="/events"
            search={{ agent: agent?.name ?? agentId, resource: name, action }}
            className="text-right text-ink-2 tabular-nums underline-offset-4 hover:underline"
          >
            {words.ofAsked(format.number(stopped), format.number(asked))}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Acts({ resource, onGone }: { resource: ResourceDetail; onGone(): void }) {
  const words = useWords(resourcesWords);
  const { id, name, usedBy } = resource;
  return (
    <RecordActs
      name={name}
      words={words}
      edit={(close) => <ResourceDialog resource={resource} onClose={close} />}
      onRemove={() => callApi('deleteResource', { params: { id } })}
      list="listResources"
      usedBy={usedBy}
      onGone={onGone}
    >
      <Link to="/events" search={{ resource: name }} className={buttonClass('ghost')}>
        {words.events}
      </Link>
    </RecordActs>
  );
}
