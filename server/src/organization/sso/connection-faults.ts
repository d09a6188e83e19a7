// SPDX-License-Identifier: Apache-2.0
/** The rules of a connection: each fault names its field. */
import { type FieldFault, fieldFault } from '@svc/contract';
import { readWebAddress } from '../../outgoing/egress/index.ts';
import { parseUrl } from '../../platform/addresses/index.ts';
import { lineFault } from '../../registry/names/index.ts';
import type { ConnectionValues } from './connection-rows.ts';

type Fault = readonly [field: string, fault: FieldFault | string];

/** @param owners the owners that the organization has */
export function connectionFault(values: ConnectionValues, owners: ReadonlySet<string>): Fault | null {
  return issuerFault(values.issuer) ?? nameFaults(values) ?? repeatedFault(values) ?? entryFault(values, owners);
}

/** As a directory writes it: no slash is added, for the name is compared letter by letter. */
function issuerFault(issuer: string): Fault | null {
  const { href, fault } = readWebAddress(issuer);
  if (href === undefined) return ['issuer', fault];
  const url = parseUrl(issuer);
  if (url === null || url.search !== '') return ['issuer', fieldFault('HAS_QUERY')];
  if (href !== issuer && href !== `${issuer}/`) return ['issuer', `must be written as ${href}`];
  const ending = '/.well-known/openid-configuration';
  return issuer.endsWith(ending) ? ['issuer', `must not have ${ending} at its end`] : null;
}

function nameFaults({ clientId, roleClaim, roles }: ConnectionValues): Fault | null {
  const texts = [
    ['clientId', clientId],
    ['roleClaim', roleClaim],
    ...roles.map(({ value }, at) => [`roles.${at}.value`, value] as const),
  ] as const;
  for (const [field, text] of texts) {
    const fault = text === null ? null : lineFault(text);
    if (fault !== null) return [field, fault];
  }
  return null;
}

function repeatedFault({ scopes, breakGlass, roles }: ConnectionValues): Fault | null {
  const lists = { scopes, breakGlass, roles: roles.map(({ value }) => value) };
  const repeated = Object.entries(lists).find(([, values]) => new Set<string>(values).size < values.length);
  return repeated === undefined ? null : [repeated[0], fieldFault('REPEATED')];
}

function entryFault(values: ConnectionValues, owners: ReadonlySet<string>): Fault | null {
  const { roles, roleClaim, defaultRole, required, enabled, breakGlass } = values;
  if (roles.length > 0 && roleClaim === null) return ['roleClaim', 'is needed: roles names values of it'];
  if (enabled && roles.length === 0 && defaultRole === null)
    return ['roles', 'must give a role, or defaultRole must: nobody could sign in'];
  if (required && !enabled) return ['required', 'must not be true while enabled is false'];
  const unknown = breakGlass.find((id) => !owners.has(id));
  return unknown === undefined ? null : ['breakGlass', `must name owners of the organization; ${unknown} is none`];
}
