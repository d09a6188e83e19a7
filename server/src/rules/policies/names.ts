// SPDX-License-Identifier: Apache-2.0
/** The names of policies that people give: each looks like no other one. */
import type { OrganizationSnapshot } from '../../organization/organizations/index.ts';

/** Names of one form look the same to people. */
function formOf(name: string): string {
  return name.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim();
}

/** The name of another policy that is equal but for letter case, Unicode form or spaces; null when there is none. */
export function alikeName(
  { policies }: Pick<OrganizationSnapshot, 'policies'>,
  name: string,
  ownId: string | null,
): string | null {
  const form = formOf(name);
  return policies.find((one) => one.id !== ownId && formOf(one.name) === form)?.name ?? null;
}
