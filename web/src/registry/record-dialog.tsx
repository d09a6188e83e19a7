// SPDX-License-Identifier: Apache-2.0
/**
 * Changes a record. When another change came between, both versions stand side by side, and the person chooses field by
 * field. The choice is saved against the version that was shown.
 */
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useAct } from '../api/acting.ts';
import { ApiFailure, failureOf } from '../api/failure.ts';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '../ui/dialog.tsx';
import type { FormField, FormOptions } from '../ui/form.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { FailureNotice } from '../ui/notice.tsx';
import { registryWords } from './words.ts';

interface RecordDialogProps<Record_, Values extends FieldValues, Answer>
  extends Omit<FormOptions<Values, Answer>, 'values' | 'onSend'> {
  title: string;
  lead?: string;
  width?: 'normal' | 'wide';
  act: string;
  record: Record_ & { updatedAt: string };
  valuesOf(record: Record_): Values;
  /** @param seen the `updatedAt` of the version that the values were made from */
  onSend(values: Values, seen: string): Promise<Answer>;
  onClose(): void;
}

interface Clash<Record_, Values> {
  current: Record_ & { updatedAt: string };
  mine: Values;
}

export function RecordDialog<Record_, Values extends FieldValues, Answer>(
  props: RecordDialogProps<Record_, Values, Answer>,
) {
  const { valuesOf, onSend, onClose, ...form } = props;
  // As it was opened: read again meanwhile, it would pass for what the person has seen.
  const [record] = useState(props.record);
  const [clash, setClash] = useState<Clash<Record_, Values> | null>(null);
  const send = async (mine: Values, seen: string) => {
    try {
      return await onSend(mine, seen);
    } catch (error) {
      const current = currentOf(error);
      if (current !== null) setClash({ current: current as Clash<Record_, Values>['current'], mine });
      throw error;
    }
  };
  if (clash === null) {
    return (
      <FormDialog
        {...form}
        values={valuesOf(record)}
        onSend={(mine) => send(mine, record.updatedAt)}
        onClose={onClose}
      />
    );
  }
  return (
    <ClashDialog
      key={clash.current.updatedAt}
      fields={form.fields}
      before={valuesOf(record)}
      theirs={valuesOf(clash.current)}
      mine={clash.mine}
      onSend={(chosen) => send(chosen, clash.current.updatedAt)}
      reads={form.reads ?? []}
      onSent={form.onSent}
      onClose={onClose}
    />
  );
}

/** The record as it is now, when another change came between. */
function currentOf(error: unknown): unknown {
  if (!(error instanceof ApiFailure) || error.failure.kind !== 'refused') return null;
  return error.failure.conflict?.current ?? null;
}

interface ClashDialogProps<Values extends FieldValues, Answer>
  extends Pick<FormOptions<Values, Answer>, 'fields' | 'onSent'> {
  before: Values;
  theirs: Values;
  mine: Values;
  onSend(values: Values): Promise<Answer>;
  reads: NonNullable<FormOptions<Values, Answer>['reads']>;
  /** The person keeps the saved version; without it that is closing. */
  onDrop?(): void;
  onClose(): void;
}

type Side = 'theirs' | 'mine';

export function ClashDialog<Values extends FieldValues, Answer>(props: ClashDialogProps<Values, Answer>) {
  const { fields, before, theirs, mine, onSend, reads, onSent, onClose, onDrop = onClose } = props;
  const { ui } = useLanguage().messages;
  const words = useWords(registryWords);
  const differing = fields.filter(({ name }) => isDifferent(theirs[name], mine[name]));
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>(() =>
    Object.fromEntries(differing.map(({ name }) => [name, isDifferent(before[name], mine[name]) ? 'mine' : 'theirs'])),
  );
  const chosen = () => ({
    ...theirs,
    ...Object.fromEntries(differing.map(({ name }) => [name, (sides[name] === 'mine' ? mine : theirs)[name]])),
  });
  const saving = useAct(() => onSend(chosen()), reads, onSent);
  return (
    <Dialog title={words.clash.title} lead={words.clash.text} width="wide" isInsistent onClose={onClose}>
      <DialogBody>
        {differing.length === 0 && <p>{words.clash.same}</p>}
        {differing.map((field) => (
          <Sides
            key={field.name}
            field={field}
            values={{ theirs: theirs[field.name], mine: mine[field.name] }}
            side={sides[field.name] ?? 'theirs'}
            onChoose={(side) => setSides({ ...sides, [field.name]: side })}
          />
        ))}
        {saving.error !== null && !saving.isPending && <FailureNotice failure={failureOf(saving.error)} />}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onDrop}>{words.clash.drop}</Button>
        {differing.length > 0 && (
          <Button variant="solid" aria-disabled={saving.isPending} onClick={() => !saving.isPending && saving.mutate()}>
            {saving.isPending ? ui.working : words.clash.save}
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  );
}

const isDifferent = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);

interface SidesProps<Values extends FieldValues> {
  field: FormField<Values>;
  values: Readonly<Record<Side, unknown>>;
  side: Side;
  onChoose(side: Side): void;
}

/** Two cards of one field; the chosen one has the edge of ink. */
function Sides<Values extends FieldValues>({ field, values, side, onChoose }: SidesProps<Values>) {
  const words = useWords(registryWords);
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-meta font-medium text-ink-2">{field.label}</legend>
      <div className="grid grid-cols-2 gap-2">
        {(['theirs', 'mine'] as const).map((one) => (
          <label
            key={one}
            className="flex cursor-pointer items-start gap-2.5 rounded-m border border-line-strong px-3 py-2
              has-checked:border-ink has-checked:shadow-edge has-focus-visible:outline-2 has-focus-visible:outline-ink"
          >
            <input
              type="radio"
              name={field.name}
              className="mt-0.5 accent-solid"
              checked={side === one}
              onChange={() => onChoose(one)}
            />
            <span className="min-w-0">
              <span className="block text-micro font-medium text-ink-3">{words.clash[one]}</span>
              <span className="block break-words whitespace-pre-wrap">{shownOf(field, values[one], words)}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function shownOf<Values extends FieldValues>(
  { shown, choices }: FormField<Values>,
  value: unknown,
  words: Readonly<Record<'yes' | 'no' | 'nothing', string>>,
): string {
  if (shown !== undefined) return shown(value);
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  const text = String(value ?? '');
  return choices?.find((choice) => choice.value === text)?.name ?? (text === '' ? words.nothing : text);
}
