// SPDX-License-Identifier: Apache-2.0
/** The settings of the organization, by what they are about; one form, saved as a whole. */
import type { Organization, PolicyMode } from '@svc/contract';
import { APPROVALS_MAX, NAME_CHARACTERS_MAX, RISK_SCORE_MAX, URL_CHARACTERS_MAX } from '@svc/contract/limits';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import type { Failure } from '../../api/failure.ts';
import { readOf } from '../../api/reading.ts';
import { useTold } from '../../language/told/index.ts';
import { useWords } from '../../language/word-set.ts';
import { Page, ScrollRegion } from '../../page/page.tsx';
import { useLooser } from '../../registry/use-looser.tsx';
import { useMay } from '../../session/may.tsx';
import { meQuery } from '../../session/me.ts';
import { Answered } from '../../ui/answered.tsx';
import { Button } from '../../ui/button.tsx';
import { type FormField, FormFields, useFields } from '../../ui/form.tsx';
import { Leaving, useLeaving } from '../../ui/leaving.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toast.ts';
import { Danger } from './danger.tsx';
import { grantHoursOf, minutesOf, reviewMinutesOf } from './minutes.ts';
import { RiskAxis } from './risk-axis.tsx';
import { Section } from './section.tsx';
import { SignIn } from './sign-in.tsx';
import { useLooserSettings } from './use-looser-settings.ts';
import { bodyOf, type Values, valuesOf } from './values.ts';
import { settingsWords } from './words.ts';

export function SettingsPage() {
  const words = useWords(settingsWords);
  const settings = useQuery(readOf('readOrganization'));
  return (
    <Page title={words.title}>
      <Answered query={settings} skeleton={<Skeleton />}>
        {(organization) => (
          <ScrollRegion label={words.title}>
            <SettingsForm
              key={`${organization.id} ${JSON.stringify(valuesOf(organization))}`}
              organization={organization}
            />
            <SignIn />
            <Danger organizationName={organization.name} />
          </ScrollRegion>
        )}
      </Answered>
    </Page>
  );
}

function SettingsForm({ organization }: { organization: Organization }) {
  const words = useWords(settingsWords);
  const told = useTold();
  const canChange = useMay()('updateOrganization');
  const saved = valuesOf(organization);
  const looserOf = useLooserSettings();
  const looser = useLooser<Values>((entered) => looserOf(saved, entered));
  const sections = useSections(organization, canChange);
  const state = useFields<Values, unknown>({
    fields: sections.flatMap(({ fields }) => fields),
    values: saved,
    asks: looser.asks,
    onSend: (values) => callApi('updateOrganization', { body: bodyOf(values) }),
    reads: ['readOrganization', 'readMe'],
    onSent: () => showToast({ title: words.saved }),
    faultOf: (failure) => faultOf(failure, words, told),
  });
  const entered = state.form.watch();
  const changes = (Object.keys(saved) as (keyof Values)[]).filter((name) => entered[name] !== saved[name]).length;
  const leaving = useLeaving(changes > 0);
  const [review, block] = state.form.watch(['riskReviewAt', 'riskBlockAt']).map(Number);
  return (
    <form {...state.element} className="flex flex-col gap-8 px-6 pt-6 max-md:px-4">
      {!canChange && <Notice tone="information" what={words.readOnly} />}
      {sections.map(({ id, title, fields }) => (
        <Section key={id} title={title}>
          <FormFields state={state} fields={fields} isMarked />
          {id === 'decisions' && <RiskAxis review={review} block={block} />}
        </Section>
      ))}
      {state.failure !== null && <FailureNotice failure={state.failure} />}
      {canChange && (
        <div
          className="sticky bottom-0 -mx-6 border-t border-line bg-surface px-6 py-3 max-md:bottom-14 max-md:-mx-4
            max-md:px-4"
        >
          <Button type="submit" variant="solid" aria-disabled={state.isWorking}>
            {words.save}
          </Button>
          <span role="status" className="ml-3 text-meta text-ink-2">
            {changes > 0 && words.changes(changes)}
          </span>
        </div>
      )}
      <Leaving leaving={leaving} />
      {looser.question}
    </form>
  );
}

interface SectionOf {
  id: 'general' | 'decisions' | 'reviews' | 'acts' | 'people' | 'audit';
  title: string;
  fields: FormField<Values>[];
}

function useSections(organization: Organization, canChange: boolean): SectionOf[] {
  const words = useWords(settingsWords);
  const people = usePeopleFields(canChange);
  const approvals = useApprovalFields(canChange, organization);
  const badScore = (text: string) => (isScore(text) ? null : words.badScore);
  const readOnly = !canChange;
  const score = {
    inputMode: 'numeric',
    maxLength: 3,
    missing: words.badScore,
    faultOf: badScore,
    readOnly,
    isShort: true,
  } as const;
  const zones = timeZones(organization.timeZone).map((zone) => ({ value: zone, name: zone }));
  const modes = (['ENFORCE', 'MONITOR'] satisfies PolicyMode[]).map((value) => {
    return { value, name: words.enforcements[value] };
  });
  const choice = { kind: 'choice', disabled: readOnly } as const;
  const minutes = minutesOf(organization);
  const timed = (name: keyof typeof minutes, label: string, hint: string) => {
    const choices = minutes[name].map((count) => ({ value: String(count), name: words.durations(count) }));
    return { ...choice, name, label, hint, choices };
  };
  const hours = grantHoursOf(organization).map((count) => ({
    value: String(count),
    name: count === 0 ? words.noGrants : words.durations(count * 60),
  }));
  const told = (['no', 'yes'] as const).map((value) => ({ value, name: words.told[value] }));
  const kept = (['yes', 'no'] as const).map((value) => ({ value, name: words.kept[value] }));
  const places = (['no', 'yes'] as const).map((value) => ({ value, name: words.places[value] }));
  const name = { name: 'name', label: words.name, maxLength: NAME_CHARACTERS_MAX, missing: words.missingName } as const;
  const url = {
    label: words.checkpointUrl,
    hint: words.checkpointHint,
    kind: 'url',
    maxLength: URL_CHARACTERS_MAX,
  } as const;
  return [
    {
      id: 'general',
      title: words.general,
      fields: [
        { ...name, readOnly },
        { ...choice, name: 'timeZone', label: words.timeZone, hint: words.timeZoneHint, choices: zones },
      ],
    },
    {
      id: 'decisions',
      title: words.decisions,
      fields: [
        { ...choice, name: 'enforcement', label: words.enforcement, hint: words.enforcementHint, choices: modes },
        { ...choice, name: 'alternatives', label: words.alternatives, hint: words.alternativesHint, choices: told },
        { ...score, name: 'riskReviewAt', label: words.riskReviewAt, hint: words.riskHint },
        { ...score, name: 'riskBlockAt', label: words.riskBlockAt },
      ],
    },
    {
      id: 'reviews',
      title: words.reviews,
      fields: [
        timed('reviewExpiryMinutes', words.expiry, words.expiryHint),
        ...approvals,
        { ...choice, name: 'grantHoursMax', label: words.grantHours, hint: words.grantHoursHint, choices: hours },
        {
          ...choice,
          name: 'assistantApprovals',
          label: words.assistants,
          hint: words.assistantsHint,
          choices: places,
        },
      ],
    },
    {
      id: 'acts',
      title: words.acts,
      fields: [
        timed('approvalValidMinutes', words.valid, words.validHint),
        timed('outcomeMinutes', words.outcome, words.outcomeHint),
        { ...choice, name: 'contextKept', label: words.context, hint: words.contextHint, choices: kept },
      ],
    },
    { id: 'people', title: words.people, fields: people },
    { id: 'audit', title: words.audit, fields: canChange ? [{ ...url, name: 'checkpointUrl' }] : [] },
  ].filter(({ fields }) => fields.length > 0) as SectionOf[];
}

/** How reviews are approved that no policy asked for. */
function useApprovalFields(canChange: boolean, organization: Organization): FormField<Values>[] {
  const words = useWords(settingsWords);
  const choice = { kind: 'choice', disabled: !canChange } as const;
  const counts = Array.from({ length: APPROVALS_MAX }, (_, index) => index + 1).map((count) => {
    return { value: String(count), name: words.approvers(count) };
  });
  const askers = (['no', 'yes'] as const).map((value) => ({ value, name: words.askers[value] }));
  const signatures = (['no', 'yes'] as const).map((value) => ({ value, name: words.signatures[value] }));
  const granting = (['no', 'yes'] as const).map((value) => ({ value, name: words.granting[value] }));
  const spans = [
    { value: '', name: words.asSettings },
    ...reviewMinutesOf(organization).map((one) => ({ value: String(one), name: words.durations(one) })),
  ];
  return [
    { ...choice, name: 'reviewCount', label: words.approvals, hint: words.approvalsHint, choices: counts },
    { ...choice, name: 'reviewNotAsker', label: words.asker, choices: askers },
    { ...choice, name: 'reviewSigned', label: words.signature, choices: signatures },
    { ...choice, name: 'reviewValid', label: words.reviewValid, choices: spans },
    { ...choice, name: 'reviewGrants', label: words.grants, choices: granting },
  ];
}

/** Who may change it, beside what. */
function usePeopleFields(canChange: boolean): FormField<Values>[] {
  const words = useWords(settingsWords);
  const isOwner = useSuspenseQuery(meQuery).data.organization.role === 'OWNER';
  const choicesOf = (of: Readonly<Record<'no' | 'yes', string>>) =>
    (['no', 'yes'] as const).map((value) => ({ value, name: of[value] }));
  return [
    {
      name: 'requireMfa',
      label: words.requireMfa,
      hint: words.requireMfaHint,
      kind: 'choice',
      choices: choicesOf(words.factors),
      disabled: !canChange,
    },
    {
      name: 'loosenNeedsTwo',
      label: words.loosenNeedsTwo,
      hint: words.loosenNeedsTwoHint,
      kind: 'choice',
      choices: choicesOf(words.persons),
      disabled: !isOwner,
    },
  ];
}

const isScore = (text: string) => /^\d{1,3}$/.test(text.trim()) && Number(text) <= RISK_SCORE_MAX;

/** The zones that the browser knows, and the one that is set. */
function timeZones(current: string): string[] {
  return [...new Set([current, ...Intl.supportedValuesOf('timeZone')])].sort();
}

function faultOf(
  failure: Failure,
  words: Record<'badOrder' | 'badUrl' | 'noSecond' | 'tooLong' | 'ownFactorFirst', string>,
  told: ReturnType<typeof useTold>,
) {
  if (failure.kind !== 'refused') return null;
  if (failure.code === 'conflict') return { field: 'requireMfa', text: words.ownFactorFirst } as const;
  const { fields, fieldCodes } = failure;
  if (fields.riskReviewAt !== undefined) return { field: 'riskReviewAt', text: words.badOrder } as const;
  if (fields.loosenNeedsTwo !== undefined) return { field: 'loosenNeedsTwo', text: words.noSecond } as const;
  if (fields.checkpointUrl !== undefined) return { field: 'checkpointUrl', text: words.badUrl } as const;
  if (fields.reviewExpiryMinutes !== undefined) return { field: 'reviewExpiryMinutes', text: words.tooLong } as const;
  return fields.name === undefined ? null : ({ field: 'name', text: told(fields.name, fieldCodes.name) } as const);
}
