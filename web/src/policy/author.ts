// SPDX-License-Identifier: Apache-2.0
/** Who changed something about policies, in a few words: a person by name, or the way that it came. */
import { useWords } from '../language/word-set.ts';
import { policyWords } from './words.ts';

interface Change {
  actor: { type: string; name: string | null };
  source: string;
  keyPrefix: string | null;
}

export function useAuthor(): (change: Change) => string {
  const { author } = useWords(policyWords);
  return ({ actor, source, keyPrefix }) => {
    if (source === 'provisioning') return author.provisioning;
    if (actor.type === 'user') return actor.name ?? author.left;
    return `${author.files} (${actor.name ?? keyPrefix ?? author.left})`;
  };
}
