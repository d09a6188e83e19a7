// SPDX-License-Identifier: Apache-2.0
/** The columns of the list of API keys. */
import type { ApiKey } from '@svc/contract';
import { Fragment, useMemo } from 'react';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import type { ListColumn } from '../../list/columns.ts';
import { LastAt } from '../../registry/activity.tsx';
import { TwoLines } from '../../registry/two-lines.tsx';
import { Tag } from '../../ui/tag.tsx';
import { apiKeysWords } from './words.ts';

export function useColumns(): ListColumn<ApiKey>[] {
  const words = useWords(apiKeysWords);
  const addressesText = useAddressesText();
  const permissionsText = usePermissionsText();
  const endText = useEndText();
  return [
    {
      id: 'name',
      name: words.key,
      width: 'minmax(10rem, 1.4fr)',
      phone: 'start',
      value: ({ name }) => name,
      cell: ({ name, prefix, revokedAt }) => (
        <TwoLines name={name} isOff={revokedAt !== null} text={<span className="font-mono">{prefix}…</span>} />
      ),
    },
    {
      id: 'kind',
      name: words.kind,
      width: '6rem',
      phone: 'end',
      value: ({ kind }) => words.kinds[kind],
      cell: ({ kind }) => <Tag isDashed={kind === 'TEST'}>{words.kinds[kind]}</Tag>,
    },
    {
      id: 'agent',
      name: words.for,
      width: 'minmax(7rem, 1fr)',
      phone: 'below',
      value: ({ agent }) => agent?.name ?? words.everyAgent,
      cell: ({ agent }) =>
        agent === null ? (
          <span className="text-ink-2">{words.everyAgent}</span>
        ) : (
          <span className="font-mono">{agent.name}</span>
        ),
    },
    {
      id: 'may',
      name: words.may,
      width: 'minmax(12rem, 1.4fr)',
      isWide: true,
      value: ({ permissions }) => permissionsText(permissions),
      cell: ({ permissions }) => <PermissionList permissions={permissions} />,
    },
    {
      id: 'from',
      name: words.from,
      width: 'minmax(7rem, 1fr)',
      isWide: true,
      value: ({ allowedIps }) => allowedIps?.join(' ') ?? words.everyAddress,
      cell: ({ allowedIps }) => (
        <span className={allowedIps === null ? 'text-ink-2' : 'font-mono'}>{addressesText(allowedIps)}</span>
      ),
    },
    {
      id: 'lastUsedAt',
      isTime: true,
      name: words.lastUsed,
      width: '7rem',
      value: ({ lastUsedAt }) => lastUsedAt,
      cell: ({ lastUsedAt }) => <LastAt iso={lastUsedAt} />,
    },
    {
      id: 'expiresAt',
      isTime: true,
      name: words.expires,
      width: '10rem',
      value: ({ revokedAt, revokesAt, expiresAt }) => revokedAt ?? revokesAt ?? expiresAt,
      cell: (key) => <End apiKey={key} text={endText(key)} />,
    },
  ];
}

export function usePermissionsText(): (permissions: ApiKey['permissions']) => string {
  const words = useWords(apiKeysWords);
  return (permissions) => permissions.map((one) => words.permissions[one]).join(', ');
}

/** The one that changes every policy stands out. */
export function PermissionList({ permissions }: Pick<ApiKey, 'permissions'>) {
  const words = useWords(apiKeysWords);
  return (
    <span className="text-ink-2">
      {permissions.map((one, at) => (
        <Fragment key={one}>
          {at > 0 && ', '}
          <span className={one === 'apply' ? 'font-medium text-review-ink' : ''}>{words.permissions[one]}</span>
        </Fragment>
      ))}
    </span>
  );
}

export function useAddressesText(): (allowedIps: ApiKey['allowedIps']) => string {
  const words = useWords(apiKeysWords);
  return (allowedIps) => {
    const [first, ...rest] = allowedIps ?? [];
    if (first === undefined) return words.everyAddress;
    return rest.length === 0 ? first : words.addresses(first, rest.length);
  };
}

/** When it stops to work, or has stopped. */
export function useEndText(): (key: ApiKey) => string {
  const { format, language } = useLanguage();
  const words = useWords(apiKeysWords);
  const date = useMemo(() => new Intl.DateTimeFormat(language, { dateStyle: 'medium' }), [language]);
  const on = (iso: string) => date.format(new Date(iso));
  return ({ status, revokedAt, revokesAt, expiresAt }) => {
    if (revokedAt !== null) return words.revokedOn(on(revokedAt));
    if (expiresAt !== null && status === 'EXPIRED') return words.expiredOn(on(expiresAt));
    if (revokesAt !== null) return words.worksUntil(format.short(revokesAt));
    return expiresAt === null ? words.never : on(expiresAt);
  };
}

const SOON_MS = 7 * 86_400_000;

function End({ apiKey: { status, expiresAt }, text }: { apiKey: ApiKey; text: string }) {
  const isSoon = status === 'RETIRING' || (expiresAt !== null && Date.parse(expiresAt) - Date.now() < SOON_MS);
  const isOver = status === 'EXPIRED' || status === 'REVOKED';
  return <span className={isOver ? 'text-ink-3' : isSoon ? 'font-medium text-review-ink' : 'text-ink-2'}>{text}</span>;
}
