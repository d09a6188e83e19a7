// SPDX-License-Identifier: Apache-2.0
/** One endpoint: how it is doing, what may be done with it, and its deliveries. */
import type { Webhook } from '@svc/contract';
import { lazy, useId } from 'react';
import { callApi } from '../../api/client.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { ScrollRegion } from '../../page/page.tsx';
import { useMay } from '../../session/may.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { CopyIcon } from '../../ui/copy.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { State } from '../../ui/state.tsx';
import { useNow } from '../../ui/timestamp.tsx';
import { Deliveries } from './deliveries.tsx';
import { webhooksWords } from './words.ts';

const EndpointDialog = lazy(() => import('./endpoint-dialog.tsx'));
const RotateDialog = lazy(() => import('./rotate-dialog.tsx'));
const ConfirmDialog = lazy(() =>
  import('../../ui/confirm-dialog.tsx').then((part) => ({ default: part.ConfirmDialog })),
);

export function Endpoint({ webhook }: { webhook: Webhook }) {
  const { format } = useLanguage();
  const words = useWords(webhooksWords);
  const canChange = useMay()('updateWebhook');
  const titleId = useId();
  return (
    <ScrollRegion label={words.detail}>
      <section aria-labelledby={titleId}>
        <div className="flex flex-col gap-2 border-b border-line px-6 py-4 max-md:px-4">
          <div className="flex items-center gap-1">
            <h2 id={titleId} className="min-w-0 font-mono text-lead font-semibold break-all">
              {webhook.url}
            </h2>
            <CopyIcon text={webhook.url} what={words.url} />
          </div>
          {webhook.description !== null && <p className="text-ink-2">{webhook.description}</p>}
          <p className="flex flex-wrap items-center gap-x-3 text-meta text-ink-2">
            <Health webhook={webhook} />
            {webhook.format !== 'SVC' && <span>{words.formats[webhook.format]}</span>}
            {webhook.disabledReason !== null && <span>{words.disabledReasons[webhook.disabledReason]}</span>}
            {webhook.held !== null && (
              <span>{words.heldText(format.dateTime(webhook.held.since), format.number(webhook.held.skipped))}</span>
            )}
            {webhook.nextSecretAt !== null && <span>{words.nextSecret(format.dateTime(webhook.nextSecretAt))}</span>}
          </p>
          {canChange && <Actions webhook={webhook} />}
        </div>
        <h3 className="px-6 pt-4 pb-2 font-semibold max-md:px-4">{words.deliveries}</h3>
        <Deliveries webhookId={webhook.id} canRetry={canChange && webhook.disabledAt === null} />
      </section>
    </ScrollRegion>
  );
}

const REFRESH_EVERY_MS = 10_000;

export function Health({ webhook: { disabledAt, failingSince, hasBeenCalled, held } }: { webhook: Webhook }) {
  const { format } = useLanguage();
  const words = useWords(webhooksWords);
  const nowMs = useNow(REFRESH_EVERY_MS);
  if (disabledAt !== null) return <State variant="off">{words.disabled}</State>;
  if (held !== null) return <State variant="bad">{words.held}</State>;
  if (failingSince === null && !hasBeenCalled) return <State variant="off">{words.uncalled}</State>;
  if (failingSince === null) return <State variant="good">{words.working}</State>;
  return <State variant="bad">{words.failing(format.ago(failingSince, nowMs))}</State>;
}

function Actions({ webhook }: { webhook: Webhook }) {
  const words = useWords(webhooksWords);
  const { id, url, disabledAt } = webhook;
  const isEnabled = disabledAt === null;
  return (
    <div className="mt-1 flex flex-wrap gap-2">
      {isEnabled && (
        <ActButton
          size="small"
          aria-label={words.sendTestTo(url)}
          act={() => callApi('testWebhook', { params: { id } })}
          reads={['listDeliveries']}
          done={() => words.testSent}
        >
          {words.sendTest}
        </ActButton>
      )}
      <DialogButton
        size="small"
        aria-label={words.editOne(url)}
        dialog={(close) => <EndpointDialog webhook={webhook} onClose={close} />}
      >
        {words.edit}
      </DialogButton>
      <DialogButton
        size="small"
        aria-label={words.rotateOne(url)}
        dialog={(close) => <RotateDialog webhook={webhook} onClose={close} />}
      >
        {words.rotate}
      </DialogButton>
      <ActButton
        size="small"
        aria-label={isEnabled ? words.disableOne(url) : words.enableOne(url)}
        act={() => callApi('updateWebhook', { params: { id }, body: { enabled: !isEnabled } })}
        reads={['listWebhooks']}
        done={(changed) => (changed.disabledAt === null ? words.enabledNow : words.disabledNow)}
      >
        {isEnabled ? words.disable : words.enable}
      </ActButton>
      <DialogButton
        size="small"
        variant="danger-line"
        aria-label={words.removeOne(url)}
        dialog={(close) => <DeleteDialog webhook={webhook} onClose={close} />}
      >
        {words.remove}
      </DialogButton>
    </div>
  );
}

function DeleteDialog({ webhook: { id, url }, onClose }: { webhook: Webhook; onClose(): void }) {
  const words = useWords(webhooksWords);
  return (
    <ConfirmDialog
      title={words.removeTitle}
      text={words.removeText}
      act={words.confirmRemove}
      by={{ holding: new URL(url).host }}
      onConfirm={() => callApi('deleteWebhook', { params: { id } })}
      reads={['listWebhooks']}
      done={words.removed}
      // The button that asked is gone with its endpoint.
      onDone={() => document.getElementById('content')?.focus()}
      onClose={onClose}
    >
      <p className="font-mono break-all">{url}</p>
    </ConfirmDialog>
  );
}
