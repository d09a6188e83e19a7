// SPDX-License-Identifier: Apache-2.0
/** How a review is approved: by how many, by whom not, for how long, and whether the same may be let through. */
import { APPROVALS_MAX } from '@svc/contract/limits';
import type { Approvals } from '@svc/core/approvals';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { InlineChoice } from '../../ui/inline-choice.tsx';
import { policyWords } from '../words.ts';

const MINUTES = [5, 15, 30, 60, 120, 240, 480, 1_440, 2_880, 4_320, 10_080, 20_160, 43_200];
const COUNTS = Array.from({ length: APPROVALS_MAX }, (_, index) => index + 1);

interface ApprovalsChoiceProps {
  value: Approvals;
  isOff: boolean;
  onChange(value: Approvals): void;
}

export function ApprovalsChoice({ value, isOff, onChange }: ApprovalsChoiceProps) {
  const { language } = useLanguage();
  const words = useWords(policyWords);
  const { count, notAsker, signed, validMinutes, grants } = value;
  const minutes = [...new Set([...MINUTES, ...(validMinutes === null ? [] : [validMinutes])])].sort((a, b) => a - b);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <InlineChoice
        label={words.approvalsLabel}
        value={String(count)}
        choices={COUNTS.map((people) => ({ value: String(people), name: words.people(people) }))}
        disabled={isOff}
        onChoose={(chosen) => onChange(withCount(value, Number(chosen)))}
        className="w-32"
      />
      <Switch
        label={words.notAsker}
        isOn={notAsker}
        isOff={isOff}
        onChange={(isOn) => onChange({ ...value, notAsker: isOn })}
      />
      <Switch
        label={words.signed}
        isOn={signed === true}
        isOff={isOff}
        onChange={(isOn) => onChange(withSigned(value, isOn))}
      />
      <InlineChoice
        label={words.validLabel}
        value={String(validMinutes ?? '')}
        choices={[
          { value: '', name: words.valid(null) },
          ...minutes.map((one) => ({ value: String(one), name: words.valid(spanOf(one, language)) })),
        ]}
        disabled={isOff}
        onChoose={(chosen) => onChange({ ...value, validMinutes: chosen === '' ? null : Number(chosen) })}
        className="w-56"
      />
      <label className="flex items-center gap-1.5 max-md:min-h-11">
        <input
          type="checkbox"
          className="size-4 accent-solid"
          checked={grants}
          disabled={isOff}
          onChange={({ target }) => onChange({ ...value, grants: target.checked })}
        />
        {words.mayGrant}
      </label>
    </div>
  );
}

interface SwitchProps {
  label: string;
  isOn: boolean;
  isOff: boolean;
  onChange(isOn: boolean): void;
}

function Switch({ label, isOn, isOff, onChange }: SwitchProps) {
  return (
    <label className="flex items-center gap-1.5 max-md:min-h-11">
      <input
        type="checkbox"
        className="size-4 accent-solid"
        checked={isOn}
        disabled={isOff}
        onChange={({ target }) => onChange(target.checked)}
      />
      {label}
    </label>
  );
}

function withSigned({ signed: _signed, ...rest }: Approvals, isSigned: boolean): Approvals {
  return isSigned ? { ...rest, signed: true } : rest;
}

/** As in files: the one who asked does not count where several approve, until a person says otherwise. */
function withCount(value: Approvals, count: number): Approvals {
  const isGiven = value.notAsker === value.count > 1;
  return { ...value, count, notAsker: isGiven ? count > 1 : value.notAsker };
}

function spanOf(minutes: number, language: string): string {
  const [unit, count]: [string, number] =
    minutes % 1_440 === 0
      ? ['day', minutes / 1_440]
      : minutes % 60 === 0
        ? ['hour', minutes / 60]
        : ['minute', minutes];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}
