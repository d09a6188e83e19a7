// SPDX-License-Identifier: Apache-2.0
/** The domains of the organization, each with the record that proves it. */
import type { SsoState } from '@svc/contract';
import { useAct } from '../../api/acting.ts';
import { callApi } from '../../api/client.ts';
import { failureOf } from '../../api/failure.ts';
import { SettingsSection } from '../../detail/settings-section.tsx';
import { useWords } from '../../language/word-set.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { Form } from '../../ui/form.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { State } from '../../ui/state.tsx';
import { showToast } from '../../ui/toast.ts';
import { Copied } from './copied.tsx';
import { directoryWords } from './words.ts';

type Domain = SsoState['domains'][number];

const DOMAIN_CHARACTERS_MAX = 253;

export function Domains({ domains }: { domains: readonly Domain[] }) {
  const words = useWords(directoryWords);
  return (
    <SettingsSection title={words.domains} hint={words.domainsHint}>
      {domains.length === 0 && <p className="text-ink-2">{words.noDomains}</p>}
      {domains.length > 0 && (
        <ul aria-label={words.domains} className="w-full rounded-m border border-line">
          {domains.map((one) => (
            <OneDomain key={one.domain} {...one} />
          ))}
        </ul>
      )}
      <div className="w-full max-w-94">
        <Form<{ domain: string }, unknown>
          key={domains.length}
          act={words.addDomain}
          variant="line"
          values={{ domain: '' }}
          fields={[
            {
              name: 'domain',
              label: words.domain,
              hint: words.domainHint,
              maxLength: DOMAIN_CHARACTERS_MAX,
              missing: words.badDomain,
              autoComplete: 'off',
            },
          ]}
          onSend={({ domain }) => callApi('addSsoDomain', { body: { domain: domain.trim() } })}
          reads={['readSso']}
          onSent={() => undefined}
          faultOf={(failure) =>
            failure.kind === 'refused' && (failure.fields.domain !== undefined || failure.fields.body !== undefined)
              ? { field: 'domain', text: words.badDomain }
              : null
          }
        />
      </div>
    </SettingsSection>
  );
}

function OneDomain({ domain, record, verifiedBy }: Domain) {
  const words = useWords(directoryWords);
  const verifying = useAct(
    () => callApi('verifySsoDomain', { params: { domain } }),
    ['readSso'],
    () => showToast({ title: words.verified(domain) }),
  );
  const failure = verifying.error === null || verifying.isPending ? null : failureOf(verifying.error);
  const isMissing = failure?.kind === 'refused' && failure.code === 'conflict';
  return (
    <li className="flex flex-col gap-3 border-line px-3 py-3 not-last:border-b">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex flex-wrap items-center gap-x-3">
          <span className="font-medium break-all">{domain}</span>
          <State variant={verifiedBy === null ? 'waiting' : 'good'} className="text-meta">
            {verifiedBy === null ? words.notProved : words.proved[verifiedBy]}
          </State>
        </div>
        <DialogButton
          size="small"
          dialog={(close) => (
            <ConfirmDialog
              title={words.removeTitle(domain)}
              text={words.removeText}
              act={words.removeDomain}
              onConfirm={() => callApi('removeSsoDomain', { params: { domain } })}
              reads={['readSso']}
              done={words.removed(domain)}
              onClose={close}
            />
          )}
        >
          {words.removeDomain}
        </DialogButton>
      </div>
      {verifiedBy === null && (
        <>
          <Copied
            items={[
              { name: words.recordName, text: record.name },
              { name: words.recordValue, text: record.value },
            ]}
          />
          <div>
            <Button
              size="small"
              aria-disabled={verifying.isPending}
              onClick={() => !verifying.isPending && verifying.mutate(undefined)}
            >
              {verifying.isPending ? words.verifying : words.verify}
            </Button>
          </div>
          {isMissing && <Notice tone="information" what={words.notFound(domain)} />}
          {failure !== null && !isMissing && <FailureNotice failure={failure} />}
        </>
      )}
    </li>
  );
}
