/** One endpoint: how it is doing, what may be done with it, and its deliveries. */
import type { Webhook } from '@svc/contract';
import { lazy, Suspense, useId, useState } from 'react';
import { useAct } from '../../api/acting.ts';
import { callApi } from '../../api/client.ts';
import { failureOf } from '../../api/failure.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { useMay } from '../../session/may.tsx';
import { ScrollRegion } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyIcon } from '../../ui/copy.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { showToast } from '../../ui/toast.ts';
import { Deliveries } from './deliveries.tsx';
import { Health } from './health.tsx';
import { webhooksWords } from './words.ts';

const EndpointDialog = lazy(() => import('./endpoint-dialog.tsx'));
const RotateDialog = lazy(() => import('./rotate-dialog.tsx'));
const DeleteDialog = lazy(() => import('./delete-dialog.tsx'));

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
            {webhook.disabledReason !== null && <span>{words.disabledReasons[webhook.disabledReason]}</span>}
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

function Actions({ webhook }: { webhook: Webhook }) {
  const words = useWords(webhooksWords);
  const [asked, setAsked] = useState<'edit' | 'rotate' | 'delete' | null>(null);
  const close = () => setAsked(null);
  const { id, url } = webhook;
  const isEnabled = webhook.disabledAt === null;
  const testing = useAct(
    () => callApi('testWebhook', { params: { id } }),
    ['listDeliveries'],
    () => showToast({ title: words.testSent }),
  );
  const switching = useAct(
    (enabled: boolean) => callApi('updateWebhook', { params: { id }, body: { enabled } }),
    ['listWebhooks'],
    ({ disabledAt }) => showToast({ title: disabledAt === null ? words.enabledNow : words.disabledNow }),
  );
  const failure = testing.error ?? switching.error;
  return (
    <>
      <div className="mt-1 flex flex-wrap gap-2">
        {isEnabled && (
          <Button
            size="small"
            aria-label={words.sendTestTo(url)}
            disabled={testing.isPending}
            onClick={() => testing.mutate()}
          >
            {words.sendTest}
          </Button>
        )}
        <Button size="small" aria-label={words.editOne(url)} onClick={() => setAsked('edit')}>
          {words.edit}
        </Button>
        <Button size="small" aria-label={words.rotateOne(url)} onClick={() => setAsked('rotate')}>
          {words.rotate}
        </Button>
        <Button
          size="small"
          aria-label={isEnabled ? words.disableOne(url) : words.enableOne(url)}
          disabled={switching.isPending}
          onClick={() => switching.mutate(!isEnabled)}
        >
          {isEnabled ? words.disable : words.enable}
        </Button>
        <Button size="small" look="danger-line" aria-label={words.removeOne(url)} onClick={() => setAsked('delete')}>
          {words.remove}
        </Button>
      </div>
      {failure !== null && <FailureNotice failure={failureOf(failure)} />}
      <Suspense>
        {asked === 'edit' && <EndpointDialog webhook={webhook} onClose={close} />}
        {asked === 'rotate' && <RotateDialog webhook={webhook} onClose={close} />}
        {asked === 'delete' && <DeleteDialog webhook={webhook} onClose={close} />}
      </Suspense>
    </>
  );
}
