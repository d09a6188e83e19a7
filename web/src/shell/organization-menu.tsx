// SPDX-License-Identifier: Apache-2.0
/** The organizations of the person: going over to another, or making one. Numbers 1 to 9 choose. */
import { Menu } from '@base-ui/react/menu';
import type { Me } from '@svc/contract';
import { NAME_CHARACTERS_MAX, WAITING_REVIEWS_COUNTED_MAX } from '@svc/contract/limits';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { useAct } from '../api/acting.ts';
import { callApi } from '../api/client.ts';
import { failureOf } from '../api/failure.ts';
import { readOf } from '../api/reading.ts';
import { useLanguage } from '../language/index.tsx';
import { useTold } from '../language/told/index.ts';
import { useMay } from '../session/may.tsx';
import { meQuery } from '../session/me.ts';
import { FLOAT, FLOAT_ITEM } from '../ui/float.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Key } from '../ui/tag.tsx';
import { showToast } from '../ui/toast.ts';
import { OrganizationMark } from './organization-mark.tsx';

interface OrganizationMenuProps {
  isOpen: boolean;
  button: RefObject<HTMLButtonElement | null>;
  onClose(): void;
}

/** As many as there are digits. */
const KEYS_MAX = 9;
/** Longer than the menu takes to close. */
const CLOSED_AFTER_MS = 300;

export function OrganizationMenu({ isOpen, button, onClose }: OrganizationMenuProps) {
  const { shell, words } = useLanguage().messages;
  const { organization, memberships } = useSuspenseQuery(meQuery).data;
  const [making, setMaking] = useState<'no' | 'asked' | 'open'>('no');
  const may = useMay();
  const goTo = useGoingTo();
  const waitingIn = useWaitingIn(isOpen);
  // A menu that was closed while it still opened does not always tell that it is closed.
  useEffect(() => {
    if (making !== 'asked' || isOpen) return;
    const timer = setTimeout(() => setMaking('open'), CLOSED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [making, isOpen]);
  const make = () => {
    setMaking('asked');
    // The menu closes by itself, but for a press while it still opened.
    onClose();
  };
  const choose = ({ id, needsDirectory }: Me['memberships'][number]) => {
    if (id === organization.id) onClose();
    else if (needsDirectory) location.assign(`/app/sso/${id}`);
    else goTo.mutate(id);
  };
  return (
    <>
      <Menu.Root
        open={isOpen}
        onOpenChange={(toOpen) => !toOpen && onClose()}
        // A dialog that opened earlier would lose the focus to the button of the menu.
        onOpenChangeComplete={(opened) => !opened && setMaking((now) => (now === 'asked' ? 'open' : now))}
      >
        <Menu.Portal role="region" aria-label={shell.organizations.switch}>
          <Menu.Positioner anchor={button} side="bottom" align="start" sideOffset={4} className="z-40">
            <Menu.Popup
              aria-label={shell.organizations.switch}
              finalFocus={button}
              className={`${FLOAT} w-64`}
              onKeyDown={({ key }) => {
                const chosen = /^[1-9]$/.test(key) ? memberships[Number(key) - 1] : undefined;
                if (chosen !== undefined) choose(chosen);
              }}
            >
              <Menu.Group>
                <Menu.GroupLabel className="px-2.5 pt-1.5 pb-1 text-meta text-ink-3">
                  {shell.organizations.switch}
                </Menu.GroupLabel>
                <div className="max-h-80 overflow-y-auto">
                  {memberships.map((membership, index) => (
                    <Menu.Item key={membership.id} className={`${FLOAT_ITEM} h-11`} onClick={() => choose(membership)}>
                      <OrganizationMark name={membership.name} />
                      <span className="min-w-0 grow leading-4.5">
                        <span className="block truncate font-medium">{membership.name}</span>
                        <span className="block text-meta text-ink-3">
                          {membership.needsDirectory ? shell.organizations.byCompany : words.roles[membership.role]}
                        </span>
                      </span>
                      <Waiting count={waitingIn(membership.id)} />
                      {membership.id === organization.id ? (
                        <Check aria-hidden className="size-4" />
                      ) : (
                        index < KEYS_MAX && <Key>{String(index + 1)}</Key>
                      )}
                    </Menu.Item>
                  ))}
                </div>
              </Menu.Group>
              {may('createOrganization') && (
                <>
                  <Menu.Separator className="my-1 border-t border-line" />
                  <Menu.Item className={FLOAT_ITEM} onClick={make}>
                    <Plus aria-hidden className="size-4 text-ink-2" />
                    {shell.organizations.create}
                  </Menu.Item>
                </>
              )}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      {making === 'open' && <CreateDialog onMade={(id) => goTo.mutate(id)} onClose={() => setMaking('no')} />}
    </>
  );
}

/** Reviews that wait for the person, by organization; asked for while the menu is open. */
function useWaitingIn(isOpen: boolean): (organizationId: string) => number {
  const { data } = useQuery({ ...readOf('countMyReviews'), enabled: isOpen });
  const counts = new Map(data?.items.map(({ organizationId, waiting }) => [organizationId, waiting]));
  return (organizationId) => counts.get(organizationId) ?? 0;
}

function Waiting({ count }: { count: number }) {
  const { shell } = useLanguage().messages;
  const { format } = useLanguage();
  if (count === 0) return null;
  const isMore = count >= WAITING_REVIEWS_COUNTED_MAX;
  return (
    <span className="font-medium text-review-ink tabular-nums">
      {format.number(isMore ? count - 1 : count)}
      {isMore && '+'}
      <span className="sr-only"> {shell.organizations.waiting(count === 1)}</span>
    </span>
  );
}

/** The whole app begins anew in the other organization: nothing that was read belongs there. */
function useGoingTo() {
  const act = useAct(
    (organizationId: string) => callApi('switchOrganization', { body: { organizationId } }),
    [],
    () => window.location.assign('/app'),
  );
  const { failures } = useLanguage().messages;
  if (act.error !== null && !act.isPending) {
    const failure = failureOf(act.error);
    const sentence = failure.kind === 'refused' ? (failures.byCode[failure.code] ?? failures.byCode.unreadable) : null;
    if (sentence !== null) showToast({ title: sentence.what });
    act.reset();
  }
  return act;
}

function CreateDialog({ onMade, onClose }: { onMade(id: string): void; onClose(): void }) {
  const told = useTold();
  const { organizations } = useLanguage().messages.shell;
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = [...new Set([here, ...Intl.supportedValuesOf('timeZone')])].sort();
  return (
    <FormDialog
      title={organizations.create}
      lead={organizations.createText}
      act={organizations.act}
      fields={[
        {
          name: 'name',
          label: organizations.name,
          autoComplete: 'organization',
          maxLength: NAME_CHARACTERS_MAX,
          missing: organizations.missingName,
        },
        {
          name: 'timeZone',
          label: organizations.timeZone,
          kind: 'choice',
          choices: zones.map((zone) => ({ value: zone, name: zone })),
        },
      ]}
      values={{ name: '', timeZone: here }}
      onSend={({ name, timeZone }) => callApi('createOrganization', { body: { name: name.trim(), timeZone } })}
      onSent={({ id }) => onMade(id)}
      faultOf={(failure) =>
        failure.kind === 'refused' && failure.fields.name !== undefined
          ? { field: 'name', text: told(failure.fields.name, failure.fieldCodes.name) }
          : null
      }
      onClose={onClose}
    />
  );
}
