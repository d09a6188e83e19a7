// SPDX-License-Identifier: Apache-2.0
/** A claim as a field of a form: in rows, or as the text of its file. Each follows the other. */
import { APPROVALS_MAX, CLAIM_NAME_CHARACTERS_MAX } from '@svc/contract/limits';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { ChoiceField, TextField } from '../../ui/field.tsx';
import { InlineChoice } from '../../ui/inline-choice.tsx';
import { Segment } from '../../ui/segment.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { PolicyDraft } from '../draft/draft.ts';
import { edited } from '../draft/edit.ts';
import { positionFindings } from '../finding-positions.ts';
import { ConditionGroup } from '../form/condition-group.tsx';
import { FormContextProvider } from '../form/form-context.ts';
import { problemText } from '../problem-text.ts';
import { policyWords } from '../words.ts';
import { type ClaimDraft, claimDraftOf, claimIn, DEMANDS, problemsIn } from './draft.ts';
import { claimWords } from './words.ts';

const COUNTS = Array.from({ length: APPROVALS_MAX }, (_, index) => index + 1);

const ClaimTextSide = lazy(() => import('./claim-text-side.tsx'));

interface ClaimFieldProps {
  draft: ClaimDraft;
  error: string | undefined;
  /** Agents that the stored claim names. */
  agents: readonly { id: string; name: string }[];
  onChange(draft: ClaimDraft): void;
}

export function ClaimField(props: ClaimFieldProps) {
  const { draft, error, onChange } = props;
  const { form: words } = useWords(claimWords);
  const policy = useWords(policyWords);
  const [view, setView] = useState<'form' | 'text'>('form');
  return (
    <div className="flex flex-col gap-4">
      <Segment<'form' | 'text'>
        label={words.view}
        value={view}
        choices={[
          { value: 'form', name: words.asForm },
          { value: 'text', name: policy.yaml },
        ]}
        onChoose={setView}
        className="self-start"
      />
      {view === 'form' ? (
        <Rows {...props} />
      ) : (
        <div className="flex h-96 flex-col overflow-hidden rounded-m border border-line max-xl:h-auto">
          <Suspense fallback={<Skeleton rows={8} />}>
            <ClaimTextSide
              claim={claimIn(draft)}
              typed={draft.typed?.text ?? null}
              onType={(text, { spec, faults }) => {
                const typed = { text, faults: faults.length };
                onChange({ ...(spec === null ? draft : claimDraftOf(spec, draft)), typed });
              }}
            />
          </Suspense>
        </div>
      )}
      {error !== undefined && (
        <p role="alert" className="text-meta text-block-ink">
          {error}
        </p>
      )}
    </div>
  );
}

function Rows({ draft, agents, onChange }: ClaimFieldProps) {
  const { form: words, demands } = useWords(claimWords);
  const { resources } = useWords(policyWords);
  const names = useNames(agents);
  // A change of a row takes the place of a text with a fault.
  const set = (fields: Partial<ClaimDraft>) => onChange({ ...draft, ...fields, typed: null });
  const tree = (field: 'when' | 'unless', label: string) => (
    <Tree label={label} field={field} draft={draft} names={names} onChange={(changed) => set({ [field]: changed })} />
  );
  return (
    <>
      {draft.typed !== null && draft.typed.faults > 0 && (
        <p role="status" className="text-meta text-review-ink">
          {words.formWaits}
        </p>
      )}
      <TextField
        label={words.name}
        value={draft.name}
        maxLength={CLAIM_NAME_CHARACTERS_MAX}
        autoComplete="off"
        onChange={({ target }) => set({ name: target.value })}
      />
      <Part title={words.when}>
        <InlineChoice
          label={words.resource}
          value={draft.resource}
          choices={(Object.keys(resources) as ClaimDraft['resource'][]).map((value) => ({
            value,
            name: resources[value],
          }))}
          onChoose={(resource) => set({ resource })}
          className="mb-2 w-56 max-md:w-full"
        />
        {tree('when', words.and)}
        {draft.when.root.parts.length === 0 && <p className="text-meta text-ink-3">{words.whenHint}</p>}
      </Part>
      <Part title={words.unless} hint={words.unlessHint}>
        {tree('unless', words.unless)}
      </Part>
      <ChoiceField
        label={words.demand}
        value={draft.demand}
        choices={DEMANDS.map((value) => ({ value, name: demands[value] }))}
        onChange={({ target }) => set({ demand: target.value as ClaimDraft['demand'] })}
      />
      {draft.demand === 'ALLOW' && (
        <ChoiceField
          label={words.approvals}
          value={String(draft.approvals)}
          choices={COUNTS.map((count) => ({ value: String(count), name: words.people(count) }))}
          onChange={({ target }) => set({ approvals: Number(target.value) })}
        />
      )}
      <details>
        <summary className="text-meta font-medium text-ink-2">{words.details}</summary>
        <div className="mt-3 flex flex-col gap-4">
          <ChoiceField
            label={words.agents}
            value={draft.agents}
            choices={(['any', 'registered'] as const).map((value) => ({ value, name: words.agentsAre[value] }))}
            onChange={({ target }) => set({ agents: target.value as ClaimDraft['agents'] })}
          />
          <ChoiceField
            label={words.of}
            value={draft.of}
            choices={(['', 'decision', 'evaluatedDecision'] as const).map((value) => ({
              value,
              name: words.ofs[value],
            }))}
            onChange={({ target }) => set({ of: target.value as ClaimDraft['of'] })}
          />
        </div>
      </details>
    </>
  );
}

function Part({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold">{title}</span>
        {hint !== undefined && <span className="text-meta text-ink-3">{hint}</span>}
      </legend>
      {children}
    </fieldset>
  );
}

/** Names of agents by their ids: of those that the stored claim names, and of those that were chosen here. */
function useNames(agents: ClaimFieldProps['agents']) {
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(
    () => new Map(agents.map(({ id, name }) => [id.toLowerCase(), name])),
  );
  const learn = (id: string, name: string) => setKnown((before) => new Map(before).set(id.toLowerCase(), name));
  return { known, learn };
}

interface TreeProps {
  label: string;
  field: 'when' | 'unless';
  draft: ClaimDraft;
  names: ReturnType<typeof useNames>;
  onChange(tree: PolicyDraft): void;
}

const NOTHING: ReadonlyMap<number, string> = new Map();

/** One of both conditions, by the rows of the policy form. */
function Tree({ label, field, draft, names, onChange }: TreeProps) {
  const faults = useRowFaults(draft, field);
  const tree = draft[field];
  return (
    <FormContextProvider
      value={{
        edit: (edit) => onChange(edited(tree, edit)),
        isOff: false,
        faults,
        warnings: NOTHING,
        agentNames: names.known,
        learnName: names.learn,
      }}
    >
      <section aria-label={label}>
        <ConditionGroup group={tree.root} level={0} position={null} />
      </section>
    </FormContextProvider>
  );
}

/** Faults at their rows: a number that is missing, a bound that is passed. */
function useRowFaults(draft: ClaimDraft, field: 'when' | 'unless'): ReadonlyMap<number, string> {
  const { format } = useLanguage();
  const { problem: words } = useWords(policyWords);
  return useMemo(() => {
    const findings = problemsIn(draft)
      .filter(({ path }) => path[2] === field)
      .map((problem) => ({ path: rowPath(problem.path), text: problemText(problem, words, format) }));
    return positionFindings(findings, draft[field].root).rows;
  }, [draft, field, words, format]);
}

/** From the place in the document, `claims`, `0`, `when`, to that in a condition of the form. */
const rowPath = (path: readonly string[]): string =>
  path.slice(3).reduce((at, part) => (/^\d+$/.test(part) ? `${at}[${part}]` : `${at}.${part}`), 'condition');
