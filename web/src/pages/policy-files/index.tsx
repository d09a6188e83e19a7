// SPDX-License-Identifier: Apache-2.0
/** A policy set from files, tried on the live decisions of past days before it is applied. */
import { useId, useState } from 'react';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { Page, ScrollRegion } from '../../page/page.tsx';
import { ImpactRun } from '../../policy/impact/impact-run.tsx';
import { LooseningText, useLoosening } from '../../policy/loosening/use-loosening.tsx';
import { problemText } from '../../policy/problem-text.ts';
import { type FileFault, type ReadFiles, readPolicyFiles } from '../../policy/text/read-files.ts';
import { policyWords } from '../../policy/words.ts';
import { Can, useMay } from '../../session/may.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Notice } from '../../ui/notice.tsx';
import { type Chosen, FileDrop } from './file-drop.tsx';
import { policyFilesWords } from './words.ts';

interface Tried {
  files: number;
  read: ReadFiles;
}

export function PolicyFilesPage() {
  const words = useWords(policyFilesWords);
  const may = useMay();
  const [tried, setTried] = useState<Tried | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const take = (chosen: Chosen) => {
    setFault(chosen.fault);
    setTried(chosen.fault === null ? { files: chosen.files.length, read: readPolicyFiles(chosen.files) } : null);
  };
  return (
    <Page title={words.title} crumb={{ name: words.policies, to: '/policies' }}>
      <ScrollRegion label={words.title}>
        <div className="flex max-w-3xl flex-col gap-5 px-6 py-6 max-md:px-4">
          <p className="text-ink-2">{may('startImpact') ? words.lead : words.readOnly}</p>
          <Can operation="startImpact">
            <FileDrop onChoose={take} />
            {fault !== null && <Notice tone="problem" what={fault} />}
            {tried !== null && <Outcome tried={tried} />}
          </Can>
        </div>
      </ScrollRegion>
    </Page>
  );
}

function Outcome({ tried }: { tried: Tried }) {
  const words = useWords(policyFilesWords);
  const { format } = useLanguage();
  const { files, read } = tried;
  const { faults, policies, without } = read;
  const count = policies.length;
  if (faults.length > 0) return <Faults faults={faults} />;
  return (
    <>
      <div>
        <p role="status" className="font-medium">
          {words.set(format.number(count), format.number(files), count === 1, files === 1)}
        </p>
        {count > 0 && <p className="mt-1 text-meta text-ink-3">{words.whole}</p>}
        {without.length > 0 && <p className="mt-1 text-meta text-ink-3">{words.without(format.list(without))}</p>}
      </div>
      {count > 0 && <Loosened policies={policies} />}
      {count > 0 && (
        <ImpactRun subject={read} proposal={{ policies: [...policies] }} oldText={words.isOld} variant="solid">
          <div>
            <p className="mb-2 text-ink-2">{words.apply}</p>
            <CodeBlock label={words.apply} code="svc policies apply --prune policies/" />
          </div>
        </ImpactRun>
      )}
    </>
  );
}

/** Before it is applied: what the files loosen, for every event there can be. */
function Loosened({ policies }: { policies: ReadFiles['policies'] }) {
  const words = useWords(policyFilesWords);
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-3">
      <h2 id={titleId} className="font-semibold">
        {words.effect}
      </h2>
      <LooseningText loosening={useLoosening({ policies: [...policies] })} />
    </section>
  );
}

function Faults({ faults }: { faults: readonly FileFault[] }) {
  const words = useWords(policyFilesWords);
  const { problem: sentences } = useWords(policyWords);
  const { format } = useLanguage();
  return (
    <Notice tone="problem" what={words.faults}>
      <ul className="mt-2 flex flex-col gap-1">
        {faults.map(({ file, line, column, problem }) => (
          <li key={`${file} ${line} ${column} ${problem.is} ${problem.path.join(' ')}`} className="min-w-0 break-words">
            <span className="font-mono text-meta">{`${file}:${line}:${column}`}</span>{' '}
            {problemText(problem, sentences, format)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
