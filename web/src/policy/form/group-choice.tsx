// SPDX-License-Identifier: Apache-2.0
/** The groups that may answer, beside the roles. Without groups in the organization nothing is shown. */
import type { Role } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { readOf } from '../../api/reading.ts';
import { useLanguage } from '../../language/index.tsx';
import type { PolicyDraft } from '../draft/draft.ts';
import { useFormContext } from './form-context.ts';

/** Owners and admins as they are meant where nothing is named: a group is added to them, and does not replace them. */
export const writtenRoles = ({ approverGroups, approverRoles }: PolicyDraft): readonly Role[] =>
  approverGroups.length + approverRoles.length === 0 ? ['OWNER', 'ADMIN'] : approverRoles;

/** All that may be chosen. A name that no group has is there as well, so that it can be taken away. */
export function useGroupNames(chosen: readonly string[]): readonly string[] {
  const { data } = useQuery(readOf('listGroups', { query: { limit: '200' } }));
  return [...new Set([...(data?.items.map(({ name }) => name) ?? []), ...chosen])];
}

export function GroupChoice({ draft }: { draft: PolicyDraft }) {
  const { ofGroup } = useLanguage().messages.words;
  const { edit, isOff } = useFormContext();
  const chosen = draft.approverGroups;
  const names = useGroupNames(chosen);
  const choose = (name: string, isChosen: boolean) => {
    const approverGroups = isChosen ? [...chosen, name].sort() : chosen.filter((one) => one !== name);
    edit({ type: 'set', fields: { approverGroups, approverRoles: [...writtenRoles(draft)] } });
  };
  return names.map((name) => (
    <label key={name} className="flex items-center gap-1.5 max-md:min-h-11">
      <input
        type="checkbox"
        className="size-4 accent-solid"
        checked={chosen.includes(name)}
        disabled={isOff}
        onChange={({ target }) => choose(name, target.checked)}
      />
      <span className="max-w-60 truncate first-letter:uppercase">{ofGroup(name)}</span>
    </label>
  ));
}
