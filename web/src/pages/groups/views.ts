// SPDX-License-Identifier: Apache-2.0
/** Members and their groups, beside the title. */
import { useWords } from '../../language/word-set.ts';
import { groupsWords } from './words.ts';

export function usePeopleViews(shown: 'members' | 'groups') {
  const words = useWords(groupsWords);
  return {
    label: words.which,
    views: [
      { name: words.members, to: '/members', search: {}, isShown: shown === 'members' },
      { name: words.title, to: '/groups', search: {}, isShown: shown === 'groups' },
    ],
  } as const;
}
