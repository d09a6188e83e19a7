/** One endpoint: how it is doing, what may be done with it, and its deliveries. */
import type { Webhook } from '@svc/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { failureOf } from '../../api/failure.ts';
import { deliveriesQuery, sendTestDelivery, updateWebhook, webhooksQuery } from '../../api/queries.ts';
import { useLanguage } from '../../language/index.tsx';
import { useAnnounce } from '../../ui/announcer.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useNow } from '../../ui/moment.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { Deliveries } from './deliveries.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';

interface EndpointProps {
  webhook: Webhook;
  canChange: boolean;
  onResult(text: string): void;
}

export function Endpoint({ webhook, canChange, onResult }: EndpointProps) {
  const { messages, format } = useLanguage();
  const { webhooks: labels } = messages;
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="rounded-xl border border-line bg-surface p-5 shadow-panel">
      <h2 id={titleId} className="font-semibold break-all">
        {webhook.url}
      </h2>
      {webhook.description !== null && <p className="break-words text-muted">{webhook.description}</p>}
      <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-muted">
        <Health webhook={webhook} />
        {webhook.disabledReason !== null && labels.disabledReasons[webhook.disabledReason]}
        {webhook.nextSecretAt !== null && labels.nextSecret(format.dateTime(webhook.nextSecretAt))}
      </p>
      {canChange && <Actions webhook={webhook} onResult={onResult} />}
      <h3 className="mt-4 mb-2 text-sm font-medium text-muted">{labels.deliveries}</h3>
      <Deliveries webhookId={webhook.id} canRetry={canChange && webhook.disabledAt === null} />
    </section>
  );
}

function Health({ webhook: { disabledAt, failingSince } }: { webhook: Webhook }) {
  const { messages, format } = useLanguage();
  const nowMs = useNow();
  const { webhooks: labels } = messages;
  if (disabledAt !== null) return <Badge tone="block">{labels.disabled}</Badge>;
  if (failingSince !== null) return <Badge tone="review">{labels.failing(format.ago(failingSince, nowMs))}</Badge>;
  return <Badge tone="allow">{labels.working}</Badge>;
}

function Actions({ webhook, onResult }: Omit<EndpointProps, 'canChange'>) {
  const { messages } = useLanguage();
  const { webhooks: labels } = messages;
  const [asked, setAsked] = useState<'edit' | 'rotate' | 'delete' | null>(null);
  const close = () => setAsked(null);
  const testing = useTest(webhook);
  const switching = useSwitch(webhook);
  const { url } = webhook;
  const isEnabled = webhook.disabledAt === null;
  const failure = testing.error ?? switching.error;
  return (
    <>
      <div className="mt-3 flex flex-wrap gap-2">
        {isEnabled && (
          <Button
            aria-label={labels.sendTestTo(url)}
            disabled={testing.isPending}
            onClick={() => testing.mutate(undefined)}
          >
            {labels.sendTest}
          </Button>
        )}
        <Button aria-label={labels.editOne(url)} onClick={() => setAsked('edit')}>
          {labels.edit}
        </Button>
        <Button aria-label={labels.rotateOne(url)} onClick={() => setAsked('rotate')}>
          {labels.rotate}
        </Button>
        <Button
          aria-label={isEnabled ? labels.disableOne(url) : labels.enableOne(url)}
          disabled={switching.isPending}
          onClick={() => switching.mutate(!isEnabled)}
        >
          {isEnabled ? labels.disable : labels.enable}
        </Button>
        <Button look="quiet" aria-label={labels.removeOne(url)} onClick={() => setAsked('delete')}>
          {labels.remove}
        </Button>
      </div>
      {failure !== null && (
        <div className="mt-2">
          <FailureNotice failure={failureOf(failure)} />
        </div>
      )}
      {asked === 'edit' && <EndpointDialog webhook={webhook} onClose={close} onResult={onResult} />}
      {asked === 'rotate' && <RotateDialog webhook={webhook} onClose={close} onResult={onResult} />}
      {asked === 'delete' && <DeleteDialog webhook={webhook} onClose={close} onResult={onResult} />}
    </>
  );
}

function useTest(webhook: Webhook) {
  const { webhooks: labels } = useLanguage().messages;
  const announce = useAnnounce();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => sendTestDelivery(webhook.id),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: deliveriesQuery(webhook.id).queryKey });
      announce(labels.testSent);
    },
  });
}

function useSwitch(webhook: Webhook) {
  const { webhooks: labels } = useLanguage().messages;
  const announce = useAnnounce();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (enabled: boolean) => updateWebhook(webhook.id, { enabled }),
    async onSuccess({ disabledAt }) {
      await queries.invalidateQueries({ queryKey: webhooksQuery.queryKey });
      announce(disabledAt === null ? labels.enabledNow : labels.disabledNow);
    },
  });
}
