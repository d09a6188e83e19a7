// SPDX-License-Identifier: Apache-2.0
/** The form of the connection, in three sections that are saved as a whole. */
import type { SsoState } from '@svc/contract';
import { callApi } from '../../api/client.ts';
import type { Failure } from '../../api/failure.ts';
import { SettingsSection } from '../../detail/settings-section.tsx';
import { useWords } from '../../language/word-set.ts';
import { Button } from '../../ui/button.tsx';
import { FormFields, useFields } from '../../ui/form.tsx';
import { Leaving, useLeaving } from '../../ui/leaving.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { showToast } from '../../ui/toast.ts';
import { type Owner, useSections } from './connection-fields.tsx';
import { bodyOf, type Values, valuesOf } from './values.ts';
import { directoryWords } from './words.ts';

interface ConnectionFormProps {
  state: SsoState;
  ownId: string;
  owners: readonly Owner[];
}

export function ConnectionForm({ state: { connection }, ownId, owners }: ConnectionFormProps) {
  const words = useWords(directoryWords);
  const sections = useSections(connection, owners);
  const saved = valuesOf(connection, ownId);
  const state = useFields<Values, unknown>({
    fields: sections.flatMap(({ fields }) => fields),
    values: saved,
    onSend: (values) => callApi('writeSso', { body: bodyOf(values) }),
    reads: ['readSso', 'readMe'],
    onSent: () => showToast({ title: words.saved }),
    faultOf: (failure) => faultOf(failure, words),
  });
  const leaving = useLeaving(JSON.stringify(state.form.watch()) !== JSON.stringify(saved));
  return (
    <form {...state.element} aria-label={words.connection}>
      {sections.map(({ id, title, hint, fields }) => (
        <SettingsSection key={id} title={title} hint={hint}>
          <div className="flex w-full flex-col gap-4">
            <FormFields state={state} fields={fields} />
            {id === 'entry' && (
              <>
                {state.failure !== null && <FailureNotice failure={state.failure} />}
                <Button type="submit" variant="solid" className="self-start" aria-disabled={state.isWorking}>
                  {words.save}
                </Button>
              </>
            )}
          </div>
        </SettingsSection>
      ))}
      <Leaving leaving={leaving} />
    </form>
  );
}

type Words = Record<'badIssuer' | 'missingSecret' | 'missingClaim' | 'noRole' | 'lockOut', string>;

function faultOf(failure: Failure, words: Words) {
  if (failure.kind !== 'refused') return null;
  if (failure.code === 'conflict') return { field: 'breakGlass', text: words.lockOut } as const;
  const { fields } = failure;
  if (fields.clientSecret !== undefined) return { field: 'clientSecret', text: words.missingSecret } as const;
  if (fields.issuer !== undefined) return { field: 'issuer', text: words.badIssuer } as const;
  if (fields.roleClaim !== undefined) return { field: 'roleClaim', text: words.missingClaim } as const;
  if (fields.breakGlass !== undefined) return { field: 'breakGlass', text: words.lockOut } as const;
  return fields.roles === undefined ? null : ({ field: 'mapping', text: words.noRole } as const);
}
