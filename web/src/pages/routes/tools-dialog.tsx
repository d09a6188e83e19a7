// SPDX-License-Identifier: Apache-2.0
/** Registers the tools of the server of an MCP route, from its answer to `tools/list`, or ends their comparison. */
import type { McpRoute } from '@svc/contract';
import { useEffect, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { RecordDialog } from '../../registry/record-dialog.tsx';
import { useRecordFault } from '../../registry/record-fault.ts';
import { registryWords } from '../../registry/words.ts';
import { TextArea } from '../../ui/field.tsx';
import type { FormField } from '../../ui/form.tsx';
import { showToast } from '../../ui/toast.ts';
import { differenceOf, isFault, listedTools, type ToolDifference } from './listed-tools.ts';
import { ToolNames } from './tool-names.tsx';
import { routesWords } from './words.ts';

interface Values {
  compares: 'yes' | 'no';
  tools: string;
}

export default function ToolsDialog({ route, onClose }: { route: McpRoute; onClose(): void }) {
  const words = useWords(routesWords);
  const common = useWords(registryWords);
  return (
    <RecordDialog<McpRoute, Values, McpRoute>
      title={words.toolsTitle(route.name)}
      lead={words.toolsLead}
      width="wide"
      act={common.save}
      fields={useToolFields(route)}
      reads={['listMcpRoutes', 'readMcpRoute']}
      faultOf={useRecordFault<Values>(['tools'])}
      record={route}
      valuesOf={() => ({ compares: 'yes', tools: '' })}
      onSend={({ compares, tools }, updatedAt) => {
        const listed = listedTools(tools);
        const definitions = compares === 'no' || isFault(listed) ? null : [...listed.definitions];
        return callApi('updateMcpRoute', { params: { id: route.id }, body: { tools: definitions, updatedAt } });
      }}
      onSent={() => {
        onClose();
        showToast({ title: common.saved });
      }}
      onClose={onClose}
    />
  );
}

function useToolFields(route: McpRoute): FormField<Values>[] {
  const words = useWords(routesWords);
  const faultOf = useListFault();
  return [
    {
      name: 'compares',
      label: words.comparison,
      kind: 'choice',
      choices: [
        { value: 'yes', name: words.compare },
        { value: 'no', name: words.doNotCompare },
      ],
      hintOf: (value) => (value === 'no' ? words.doNotCompareHint : words.compareHint),
    },
    {
      name: 'tools',
      label: words.listAnswer,
      isShown: ({ compares }) => compares === 'yes',
      missing: ({ compares }) => (compares === 'yes' ? words.listMissing : undefined),
      faultOf: (text, { compares }) => (compares === 'yes' ? faultOf(text) : null),
      part: ({ value, error, onChange }) => (
        <>
          <TextArea
            label={words.listAnswer}
            hint={words.listHint}
            error={error}
            isName
            rows={7}
            spellCheck={false}
            placeholder={'{ "result": { "tools": [ { "name": "get_customer", … } ] } }'}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
          <Difference before={route.tools} text={value} />
        </>
      ),
    },
  ];
}

function useListFault(): (text: string) => string | null {
  const { format } = useLanguage();
  const words = useWords(routesWords);
  return (text) => {
    const listed = listedTools(text);
    if (!isFault(listed)) return null;
    if (listed.kind === 'noList') return words.noList;
    const place = format.number(listed.place + 1);
    return listed.kind === 'noName' ? words.noToolName(place) : words.toolTwice(place);
  };
}

/** The tools that saving would add, take out and change. */
function Difference({ before, text }: { before: McpRoute['tools']; text: string }) {
  const { format } = useLanguage();
  const words = useWords(routesWords);
  const found = useDifference(before, text);
  if (found === null) return null;
  const parts = [
    { title: words.newTools, names: found.added },
    { title: words.goneTools, names: found.gone },
    { title: words.changedTools, names: found.changed ?? [] },
  ].filter(({ names }) => names.length > 0);
  return (
    <div role="status" className="flex flex-col gap-3">
      {found.isPart && <p className="text-review-ink">{words.moreFollow}</p>}
      {found.changed === null && <p className="text-ink-2">{words.noDigests}</p>}
      {parts.length === 0 && found.changed !== null && <p className="text-ink-2">{words.sameTools}</p>}
      {parts.map(({ title, names }) => (
        <div key={title} className="flex flex-col gap-1">
          <p className="font-medium">
            {title} <span className="font-normal text-ink-3 tabular-nums">{format.number(names.length)}</span>
          </p>
          <ToolNames label={title} names={names} />
        </div>
      ))}
    </div>
  );
}

function useDifference(before: McpRoute['tools'], text: string): (ToolDifference & { isPart: boolean }) | null {
  const [found, setFound] = useState<{ text: string; difference: ToolDifference; isPart: boolean } | null>(null);
  useEffect(() => {
    const listed = listedTools(text);
    if (isFault(listed)) return;
    let isCurrent = true;
    void differenceOf(before, listed.definitions).then((difference) => {
      if (isCurrent) setFound({ text, difference, isPart: listed.isPart });
    });
    return () => {
      isCurrent = false;
    };
  }, [before, text]);
  return found?.text === text ? { ...found.difference, isPart: found.isPart } : null;
}
