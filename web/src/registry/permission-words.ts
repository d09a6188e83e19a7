// SPDX-License-Identifier: Apache-2.0
/** Permissions in words: the names of subjects, and one line that says what an agent may do. */
import type { Classification } from '@svc/contract';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { ACTIONS, kindOfSubject, type Permission, tableOf } from './permissions.ts';
import { registryWords } from './words.ts';

export function useSubjectName(): (resource: string) => string {
  const { permissions } = useWords(registryWords);
  const { classifications } = useLanguage().messages.words;
  return (resource) => {
    const kind = kindOfSubject(resource);
    if (kind === 'any') return permissions.any;
    return kind === 'class' ? permissions.classOf(classifications[resource as Classification]) : resource;
  };
}

const NAMED_ACTIONS_MAX = 3;

/** `Read, write on 2 resources`; `Anything policies allow` where nothing restricts it. */
export function usePermissionSummary(): (permissions: readonly Permission[] | null) => string {
  const words = useWords(registryWords);
  return (permissions) => {
    if (permissions === null) return words.permissions.anything;
    const table = tableOf(permissions);
    const actions = ACTIONS.filter((action) => [...table.values()].some((row) => row.has(action)));
    if (actions.length === 0) return words.permissions.summaryNothing;
    const named = actions.map((action, index) =>
      index === 0 ? words.verbs[action] : words.verbs[action].toLocaleLowerCase(),
    );
    const what = actions.length > NAMED_ACTIONS_MAX ? words.permissions.manyActions(actions.length) : named.join(', ');
    const isEvery = table.has('ANY');
    const one = isEvery ? words.permissions.every : table.size === 1 ? words.permissions.oneResource : null;
    return words.permissions.on(what, table.size, one);
  };
}
