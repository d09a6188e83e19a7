// SPDX-License-Identifier: Apache-2.0
/** Everything that the agent may do without a review: proved for every event there can be, and told in sentences. */
import type { AgentAccess, AgentDetail } from '@svc/contract';
import { agentAreaSentence } from '@svc/core/plain-words';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { readOf } from '../../api/reading.ts';
import { Panel } from '../../detail/panel.tsx';
import { contains } from '../../language/contains.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { listPageWords } from '../../list/page-words.ts';
import { saveCsv } from '../../list/save-csv.ts';
import { Button } from '../../ui/button.tsx';
import { SearchField } from '../../ui/field.tsx';
import { agentWords } from './words.ts';

const FIRST_SHOWN = 6;

export function AgentAccessPanel({ agent: { id, name } }: { agent: AgentDetail }) {
  const { language } = useLanguage();
  const { access: words } = useWords(agentWords);
  const { data, isError } = useQuery({ ...readOf('readAgentAccess', { params: { id } }), retry: 1 });
  const sentences = (data?.areas ?? []).map((area) => agentAreaSentence(area, { language }));
  return (
    <Panel
      title={words.title}
      aside={sentences.length > 0 && <CsvOfAccess agent={name} title={words.title} sentences={sentences} />}
    >
      <p className="pb-2 text-ink-2">{words.lead}</p>
      <div aria-busy={data === undefined && !isError}>
        {data === undefined || !data.complete ? (
          <p role="status" className="text-ink-3">
            {data === undefined && !isError ? words.searching : words.failed}
          </p>
        ) : (
          <Areas sentences={sentences} more={data.more} />
        )}
      </div>
    </Panel>
  );
}

function CsvOfAccess({ agent, title, sentences }: { agent: string; title: string; sentences: readonly string[] }) {
  const { language } = useLanguage();
  const words = useWords(listPageWords);
  const save = () => {
    const day = new Date().toISOString().slice(0, 10);
    saveCsv(`svc-access-${day}.csv`, [[agent, title], ...sentences.map((sentence) => [agent, sentence])], language);
  };
  return (
    <Button size="small" onClick={save}>
      <Download aria-hidden className="size-3.5" />
      {words.csv}
    </Button>
  );
}

function Areas({ sentences, more }: { sentences: readonly string[]; more: AgentAccess['more'] }) {
  const { access: words } = useWords(agentWords);
  const [query, setQuery] = useState('');
  const [isWhole, setWhole] = useState(false);
  if (sentences.length === 0) return <p className="text-ink-2">{words.nothing}</p>;
  const wanted = query.trim();
  const matching = sentences.filter((sentence) => contains(sentence, wanted));
  const shown = isWhole ? matching : matching.slice(0, FIRST_SHOWN);
  const hidden = matching.length - shown.length;
  return (
    <div className="flex flex-col gap-2">
      {sentences.length > FIRST_SHOWN && (
        <SearchField label={words.search} value={query} onChange={({ target }) => setQuery(target.value)} />
      )}
      <ul className="flex list-disc flex-col gap-1 pl-4">
        {shown.map((sentence) => (
          <li key={sentence} className="break-words">
            {sentence}
          </li>
        ))}
      </ul>
      <p role="status" className="text-ink-3">
        {matching.length === 0 ? words.noneFound : ''}
      </p>
      {hidden > 0 && (
        <div>
          <Button size="small" onClick={() => setWhole(true)}>
            {words.showAll(matching.length)}
          </Button>
        </div>
      )}
      {more > 0 && <p className="text-ink-3">{words.more(more)}</p>}
    </div>
  );
}
