// SPDX-License-Identifier: Apache-2.0
/** The columns of the list of integrations. */
import type { Integration, IntegrationItem } from '@svc/contract';
import { useWords } from '../../language/word-set.ts';
import type { ListColumn } from '../../list/columns.ts';
import { TwoLines } from '../../registry/two-lines.tsx';
import { State } from '../../ui/state.tsx';
import { integrationsWords } from './words.ts';

export function useColumns(): ListColumn<IntegrationItem>[] {
  const words = useWords(integrationsWords);
  const kindOf = useKindText();
  const placeOf = useWhere();
  return [
    {
      id: 'name',
      name: words.name,
      width: 'minmax(10rem, 1.2fr)',
      phone: 'start',
      value: ({ name }) => name,
      cell: (integration) => (
        <TwoLines
          name={integration.name}
          isName
          text={kindOf(integration)}
          beside={integration.lastFailure !== null && <State variant="bad">{words.failing}</State>}
        />
      ),
    },
    {
      id: 'kind',
      name: words.kind,
      width: '11rem',
      phone: 'below',
      isWide: true,
      value: kindOf,
      cell: (integration) => <span className="text-ink-2">{kindOf(integration)}</span>,
    },
    {
      id: 'goesTo',
      name: words.goesTo,
      width: 'minmax(10rem, 1.4fr)',
      phone: 'below',
      value: placeOf,
      cell: (integration) => {
        const place = placeOf(integration);
        if (place === null) return <span className="text-ink-3">{words.nowhere}</span>;
        return <span className="truncate font-mono text-ink-2">{place}</span>;
      },
    },
    {
      id: 'credential',
      name: words.credential,
      width: '12rem',
      value: ({ credential }) => (credential === null ? null : words.credentials[credential.type]),
      cell: ({ credential }) =>
        credential === null ? (
          <span className="text-ink-3">{words.none}</span>
        ) : (
          <span className="text-ink-2">{words.credentials[credential.type]}</span>
        ),
    },
    {
      id: 'usedBy',
      name: words.usedBy,
      width: '8rem',
      phone: 'end',
      value: ({ usedByCount }) => usedByCount,
      cell: ({ usedByCount }) => (
        <span className={usedByCount === 0 ? 'text-ink-3' : 'text-ink-2'}>
          {usedByCount === 0 ? words.unused : words.routes(usedByCount)}
        </span>
      ),
    },
  ];
}

/** The kind, or the provider where there is one. */
export function useKindText(): (integration: Pick<Integration, 'kind' | 'provider'>) => string {
  const words = useWords(integrationsWords);
  return ({ kind, provider }) => (provider === null ? words.kinds[kind] : words.providers[provider]);
}

/** The channel, the address, or the first host with the number of the others. */
function useWhere(): (integration: Integration) => string | null {
  const words = useWords(integrationsWords);
  return ({ channel, repository, url, allowedHosts: [first, ...others] }) => {
    if (first === undefined) return channel ?? repository ?? url;
    return others.length === 0 ? first : words.moreHosts(first, others.length);
  };
}
