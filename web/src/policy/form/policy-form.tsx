// SPDX-License-Identifier: Apache-2.0
/** The policy as a form: when an agent does what, under which conditions, and what happens then. */
import type { DecisionWord, PolicyMode, Role } from '@svc/contract';
import { POLICY_DESCRIPTION_CHARACTERS_MAX, POLICY_NAME_CHARACTERS_MAX } from '@svc/contract/limits';
import { Info } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { OutcomeGlyph } from '../../decision/glyph.tsx';
import { useWords } from '../../language/word-set.ts';
import { TextField } from '../../ui/field.tsx';
import { InlineChoice } from '../../ui/inline-choice.tsx';
import { Segment } from '../../ui/segment.tsx';
import type { ConditionNode, Group, PolicyDraft } from '../draft/draft.ts';
import { policyWords } from '../words.ts';
import { ApprovalsChoice } from './approvals-choice.tsx';
import { ConditionGroup } from './condition-group.tsx';
import { useFormContext } from './form-context.ts';
import { GroupChoice, writtenRoles } from './group-choice.tsx';

/** With more conditions than this, groups inside are drawn folded. */
const MANY_CONDITIONS = 200;

interface PolicyFormProps {
  draft: PolicyDraft;
  /** Faults of the fields that are no conditions, by name. */
  fieldFaults: ReadonlyMap<string, string>;
  /** Faults of the whole. */
  faults?: readonly string[];
  /** Below the conditions: what may be unintended about the whole. */
  notes: readonly string[];
  reviewHint: string;
}

export function PolicyForm({ draft, fieldFaults, faults = [], notes, reviewHint }: PolicyFormProps) {
  const words = useWords(policyWords);
  const { edit, isOff } = useFormContext();
  const { action, resource, root } = draft;
  return (
    <div className="flex flex-col gap-6 px-6 py-4 max-md:px-4">
      <Naming draft={draft} fieldFaults={fieldFaults} />
      <Part title={words.when}>
        <div className="flex flex-wrap items-center gap-2">
          <InlineChoice
            label={words.actionLabel}
            value={action}
            choices={Object.entries(words.families).map(([value, name]) => ({ value: value as typeof action, name }))}
            disabled={isOff}
            onChoose={(chosen) => edit({ type: 'set', fields: { action: chosen } })}
            className="w-56 max-md:w-full"
          />
          <span className="flex items-center gap-2 max-md:basis-full">
            <span className="text-ink-2">{words.on}</span>
            <InlineChoice
              label={words.resourceLabel}
              value={resource}
              choices={Object.entries(words.resources).map(([value, name]) => ({
                value: value as typeof resource,
                name,
              }))}
              disabled={isOff}
              onChoose={(chosen) => edit({ type: 'set', fields: { resource: chosen } })}
              className="w-48 max-md:grow"
            />
          </span>
        </div>
      </Part>
      <Part title={words.and} hint={root.parts.length === 0 ? words.noCondition : undefined}>
        <ConditionGroup group={root} level={0} position={null} isFolded={countOf(root) > MANY_CONDITIONS} />
        {faults.map((fault) => (
          <p key={fault} role="alert" className="mt-3 rounded-m bg-block-soft px-3 py-2 text-meta text-block-ink">
            {fault}
          </p>
        ))}
        {notes.length > 0 && (
          <div className="mt-3 flex gap-2.5 rounded-m bg-sunken px-3 py-2 text-meta text-ink-2">
            <Info aria-hidden className="size-4 shrink-0 text-ink-3" />
            <div role="status">
              {notes.map((note) => (
                <p key={note}>{note}</p>
              ))}
            </div>
          </div>
        )}
      </Part>
      <Part title={words.decides}>
        <Decisions value={draft.decision} reviewHint={reviewHint} />
        <Consequences draft={draft} />
      </Part>
    </div>
  );
}

/** Counts no further than it matters. */
function countOf({ parts }: Group): number {
  let count = 0;
  const waiting: ConditionNode[] = [...parts];
  for (let node = waiting.pop(); node !== undefined && count <= MANY_CONDITIONS; node = waiting.pop()) {
    count += 1;
    if (node.kind === 'group') waiting.push(...node.parts);
  }
  return count;
}

function Part({ title, hint, children }: { title: string; hint?: string | undefined; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="mb-2 flex items-baseline gap-3">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {hint !== undefined && <p className="text-meta text-ink-3">{hint}</p>}
      </div>
      {children}
    </section>
  );
}

function Naming({ draft, fieldFaults }: Pick<PolicyFormProps, 'draft' | 'fieldFaults'>) {
  const words = useWords(policyWords);
  const { edit, isOff } = useFormContext();
  return (
    <div className="grid gap-3 md:grid-cols-2">
      <TextField
        label={words.name}
        value={draft.name}
        maxLength={POLICY_NAME_CHARACTERS_MAX}
        readOnly={isOff}
        error={fieldFaults.get('name')}
        onChange={({ target }) => edit({ type: 'set', fields: { name: target.value } })}
      />
      <TextField
        label={words.description}
        value={draft.description}
        maxLength={POLICY_DESCRIPTION_CHARACTERS_MAX}
        readOnly={isOff}
        error={fieldFaults.get('description')}
        onChange={({ target }) => edit({ type: 'set', fields: { description: target.value } })}
      />
    </div>
  );
}

const GLYPHS = { ALLOW: 'allowed', REVIEW: 'waiting', BLOCK: 'blocked' } as const;
const CARD =
  'flex min-h-14 cursor-pointer items-start gap-2.5 rounded-m border border-line-strong px-3 py-2 transition-colors ' +
  'hover:bg-hover has-checked:border-ink has-checked:inset-ring-1 has-checked:inset-ring-ink ' +
  'has-disabled:cursor-not-allowed ' +
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink';

function Decisions({ value, reviewHint }: { value: DecisionWord; reviewHint: string }) {
  const words = useWords(policyWords);
  const { edit, isOff } = useFormContext();
  const name = useId();
  const hints = { ALLOW: words.whateverTheRisk, REVIEW: reviewHint, BLOCK: words.nobodyApproves };
  return (
    <fieldset aria-label={words.decides} className="grid gap-2 md:grid-cols-3">
      {(['ALLOW', 'REVIEW', 'BLOCK'] as const).map((decision) => (
        <label key={decision} className={CARD}>
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={decision === value}
            disabled={isOff}
            onChange={() => edit({ type: 'set', fields: { decision } })}
          />
          <OutcomeGlyph outcome={GLYPHS[decision]} className="mt-0.5 size-3.5" />
          <span>
            <span className="block font-medium">{words.decisions[decision]}</span>
            <span className="block text-meta text-ink-3">{hints[decision]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

const ROLES: readonly Role[] = ['OWNER', 'ADMIN', 'MEMBER'];

function Consequences({ draft }: { draft: PolicyDraft }) {
  const words = useWords(policyWords);
  const { edit, isOff } = useFormContext();
  const { approverGroups, approverRoles, decision, enabled, escalate, mode } = draft;
  const isImplied = approverRoles.length + approverGroups.length === 0;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-3">
      {decision === 'REVIEW' && (
        <fieldset className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <legend className="sr-only">{words.mayApprove}</legend>
          <span aria-hidden className="text-ink-2">
            {words.mayApprove}
          </span>
          {ROLES.map((role) => (
            <label key={role} className="flex items-center gap-1.5 max-md:min-h-11">
              <input
                type="checkbox"
                className="size-4 accent-solid"
                // Without any role and group it is owners and admins: the boxes say so.
                checked={isImplied ? role !== 'MEMBER' : approverRoles.includes(role)}
                disabled={isOff}
                onChange={({ target }) =>
                  edit({ type: 'set', fields: { approverRoles: withRole(draft, role, target.checked) } })
                }
              />
              {words.roles[role]}
            </label>
          ))}
          <GroupChoice draft={draft} />
          <label className="flex items-center gap-1.5 max-md:min-h-11">
            <input
              type="checkbox"
              className="size-4 accent-solid"
              checked={escalate}
              disabled={isOff}
              onChange={({ target }) => edit({ type: 'set', fields: { escalate: target.checked } })}
            />
            {words.escalates}
          </label>
          <ApprovalsChoice
            value={draft.approvals}
            isOff={isOff}
            onChange={(approvals) => edit({ type: 'set', fields: { approvals } })}
          />
        </fieldset>
      )}
      <div className="flex items-center gap-3">
        <span className="text-ink-2">{words.mode}</span>
        <Segment<PolicyMode | 'OFF'>
          label={words.mode}
          value={enabled ? mode : 'OFF'}
          choices={[
            { value: 'ENFORCE', name: words.modes.ENFORCE },
            { value: 'MONITOR', name: <MonitorName name={words.modes.MONITOR} /> },
            { value: 'OFF', name: words.modes.OFF },
          ]}
          onChoose={(chosen) =>
            !isOff &&
            edit({ type: 'set', fields: chosen === 'OFF' ? { enabled: false } : { enabled: true, mode: chosen } })
          }
        />
      </div>
    </div>
  );
}

function MonitorName({ name }: { name: string }) {
  return (
    <>
      <OutcomeGlyph outcome="would-ask" className="size-3" />
      {name}
    </>
  );
}

/** Taking the last role away means owners and admins again: a review always has people who may answer it. */
function withRole(draft: PolicyDraft, role: Role, isChosen: boolean): Role[] {
  const now = writtenRoles(draft);
  return ROLES.filter((one) => (one === role ? isChosen : now.includes(one)));
}
