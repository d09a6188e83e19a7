// SPDX-License-Identifier: Apache-2.0
/** The connection as the fields of the form have it. Groups and their roles are lines of text. */
import type { Role, SsoConnectionChange, SsoState } from '@svc/contract';
import { ROLES_BY_RANK } from './roles.ts';

export interface Values {
  issuer: string;
  clientId: string;
  clientSecret: string;
  scopes: string;
  roleClaim: string;
  mapping: string;
  defaultRole: 'none' | 'MEMBER' | 'ADMIN';
  enabled: boolean;
  required: boolean;
  breakGlass: readonly string[];
  sessionHours: string;
}

const SESSION_HOURS_DEFAULT = 12;

/** @param ownId of the owner who sets the connection up */
export function valuesOf(connection: SsoState['connection'], ownId: string): Values {
  if (connection === null) {
    return {
      ...{ issuer: '', clientId: '', clientSecret: '', scopes: 'email profile', roleClaim: 'groups', mapping: '' },
      ...{ defaultRole: 'none', enabled: true, required: false, breakGlass: [ownId] },
      sessionHours: String(SESSION_HOURS_DEFAULT),
    };
  }
  return {
    issuer: connection.issuer,
    clientId: connection.clientId,
    clientSecret: '',
    scopes: connection.scopes.join(' '),
    roleClaim: connection.roleClaim ?? '',
    mapping: connection.roles.map(({ value, role }) => `${value} = ${role}`).join('\n'),
    defaultRole: connection.defaultRole ?? 'none',
    enabled: connection.enabled,
    required: connection.required,
    breakGlass: connection.breakGlass,
    sessionHours: String(connection.sessionHours),
  };
}

export function bodyOf(values: Values): SsoConnectionChange {
  const { clientSecret, defaultRole, roleClaim, mapping, scopes, sessionHours, ...rest } = values;
  return {
    ...rest,
    issuer: values.issuer.trim(),
    clientId: values.clientId.trim(),
    ...(clientSecret !== '' && { clientSecret }),
    scopes: scopes.split(/\s+/).filter((one) => one !== ''),
    roleClaim: roleClaim.trim() === '' ? null : roleClaim.trim(),
    roles: linesOf(mapping).flatMap((line) => mappedIn(line) ?? []),
    defaultRole: defaultRole === 'none' ? null : defaultRole,
    breakGlass: [...values.breakGlass],
    sessionHours: Number(sessionHours),
  };
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** A group may have the sign in its name: the last one counts. */
function mappedIn(line: string): { value: string; role: Role } | null {
  const at = line.lastIndexOf('=');
  const [value, word] = [
    line.slice(0, at).trim(),
    line
      .slice(at + 1)
      .trim()
      .toUpperCase(),
  ];
  const role = ROLES_BY_RANK.find((one) => one === word);
  return at < 1 || value === '' || role === undefined ? null : { value, role };
}

/** The first line that says no group and role; null for none. */
export function badLineOf(mapping: string): string | null {
  return linesOf(mapping).find((line) => mappedIn(line) === null) ?? null;
}
