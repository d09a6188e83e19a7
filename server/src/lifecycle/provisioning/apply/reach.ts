// SPDX-License-Identifier: Apache-2.0
/** Refuses addresses of the file that no call of the organization could ever reach. */
import type { AddressReach } from '../../../outgoing/egress/index.ts';
import type { OrganizationEntry } from '../document.ts';
import type { Fault } from '../faults.ts';
import type { Place } from '../reading/index.ts';
import { faultAt } from './positions.ts';

/**
 * @param entry what is applied
 * @param caller the organization
 */
export function reachFaults(
  entry: OrganizationEntry,
  reach: AddressReach,
  caller: Parameters<AddressReach['faultOf']>[1],
): Fault[] {
  return addressesOf(entry).flatMap(({ place, field, href }) => {
    const fault = href == null ? null : reach.faultOf(href, caller);
    return fault === null ? [] : [faultAt(place, { fields: [field], message: `${field} ${fault}` })];
  });
}

interface Address {
  place: Place;
  field: string;
  href: string | null | undefined;
}

function addressesOf({ place, checkpointUrl, webhooks, httpRoutes, integrations }: OrganizationEntry): Address[] {
  return [
    { place, field: 'checkpointUrl', href: checkpointUrl },
    ...webhooks.map((webhook) => ({ place: webhook.place, field: 'url', href: webhook.url })),
    ...httpRoutes.map((route) => ({ place: route.place, field: 'baseUrl', href: route.baseUrl })),
    ...integrations.flatMap((integration) => [
      { place: integration.place, field: 'url', href: integration.url },
      { place: integration.place, field: 'updateUrl', href: integration.updateUrl },
    ]),
    ...integrations.flatMap(({ credential: given }) =>
      given?.credential.type === 'OAUTH2_CLIENT_CREDENTIALS'
        ? [{ place: given.place, field: 'tokenUrl', href: given.credential.tokenUrl }]
        : [],
    ),
  ];
}
