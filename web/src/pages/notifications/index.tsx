// SPDX-License-Identifier: Apache-2.0
/** Where reviews are told, and who is mailed what: settings of the organization, saved as a whole. */
import type { Integration, NotificationSettings } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import type { Failure } from '../../api/failure.ts';
import { readOf } from '../../api/reading.ts';
import { SettingsSection } from '../../detail/settings-section.tsx';
import { useWords } from '../../language/word-set.ts';
import { Page, ScrollRegion } from '../../page/page.tsx';
import { useHasMail } from '../../session/channels.ts';
import { useMay } from '../../session/may.tsx';
import { Answered } from '../../ui/answered.tsx';
import { Button } from '../../ui/button.tsx';
import { FormFields, useFields } from '../../ui/form.tsx';
import { Leaving, useLeaving } from '../../ui/leaving.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toast.ts';
import { Checks, NoSystem } from './checks.tsx';
import { useSections } from './sections.tsx';
import { bodyOf, changesBetween, type Values, valuesOf } from './values.ts';
import { notificationsWords } from './words.ts';

/** More than anybody has; a chosen one beyond them keeps its place by its id. */
const INTEGRATIONS_MAX = '200';

export function NotificationsPage() {
  const words = useWords(notificationsWords);
  const settings = useQuery(readOf('readNotifications'));
  const chats = useQuery(readOf('listIntegrations', { query: { kind: 'CHAT_WEBHOOK', limit: INTEGRATIONS_MAX } }));
  const tickets = useQuery(readOf('listIntegrations', { query: { kind: 'TICKET', limit: INTEGRATIONS_MAX } }));
  const incidents = useQuery(readOf('listIntegrations', { query: { kind: 'INCIDENT', limit: INTEGRATIONS_MAX } }));
  const failed = [chats, tickets].find(({ error }) => error !== null);
  const systems =
    chats.data === undefined || tickets.data === undefined || incidents.data === undefined
      ? undefined
      : { chats: chats.data.items, tickets: tickets.data.items, incidents: incidents.data.items };
  return (
    <Page title={words.title}>
      <Answered query={settings} skeleton={<Skeleton />}>
        {(stored) => (
          <ScrollRegion label={words.region}>
            <Answered query={{ ...(failed ?? incidents), data: systems }} skeleton={<Skeleton />}>
              {(found) => <SettingsForm key={JSON.stringify(stored)} stored={stored} {...found} />}
            </Answered>
          </ScrollRegion>
        )}
      </Answered>
    </Page>
  );
}

interface SettingsFormProps {
  stored: NotificationSettings;
  chats: readonly Integration[];
  tickets: readonly Integration[];
  incidents: readonly Integration[];
}

function SettingsForm({ stored, chats, tickets, incidents }: SettingsFormProps) {
  const words = useWords(notificationsWords);
  const canChange = useMay()('updateNotifications');
  const hasMail = useHasMail();
  const sections = useSections({ stored, chats, tickets, incidents, canChange });
  const saved = valuesOf(stored);
  const state = useFields<Values, unknown>({
    fields: sections.flatMap(({ fields }) => fields),
    values: saved,
    onSend: (values) => callApi('updateNotifications', { body: bodyOf(values, stored) }),
    reads: ['readNotifications'],
    onSent: () => showToast({ title: words.saved }),
    faultOf: (failure) => faultOf(failure, words),
  });
  const changes = changesBetween(saved, state.form.watch());
  const leaving = useLeaving(changes > 0);
  return (
    <form {...state.element}>
      {!canChange && (
        <div className="px-6 pt-6 max-md:px-4">
          <Notice tone="information" what={words.readOnly} />
        </div>
      )}
      {!hasMail && (
        <div className="px-6 pt-6 max-md:px-4">
          <Notice tone="information" {...words.withoutMail} />
        </div>
      )}
      {sections.map(({ id, title, hint, fields }) => (
        <SettingsSection key={id} title={title} hint={hint}>
          <div className="flex w-full flex-col gap-4">
            <FormFields state={state} fields={fields} />
          </div>
          {id === 'systems' && chats.length + tickets.length === 0 && <NoSystem />}
          {id === 'systems' && canChange && (
            <Checks integrations={[...chats, ...tickets]} chosen={state.form.watch(['chat', 'ticket'])} />
          )}
        </SettingsSection>
      ))}
      {state.failure !== null && (
        <div className="px-6 py-4 max-md:px-4">
          <FailureNotice failure={state.failure} />
        </div>
      )}
      {canChange && (
        <div className="sticky bottom-0 border-t border-line bg-surface px-6 py-3 max-md:bottom-14 max-md:px-4">
          <Button type="submit" variant="solid" aria-disabled={state.isWorking}>
            {words.save}
          </Button>
          <span role="status" className="ml-3 text-meta text-ink-2">
            {changes > 0 && words.changes(changes)}
          </span>
        </div>
      )}
      <Leaving leaving={leaving} />
    </form>
  );
}

function faultOf(failure: Failure, words: Record<'noLength' | 'goneIntegration', string>) {
  if (failure.kind !== 'refused') return null;
  const { fields } = failure;
  if (fields.quietHours !== undefined) return { field: 'until', text: words.noLength } as const;
  if (fields.chatIntegrationId !== undefined) return { field: 'chat', text: words.goneIntegration } as const;
  if (fields.ticketIntegrationId !== undefined) return { field: 'ticket', text: words.goneIntegration } as const;
  return null;
}
