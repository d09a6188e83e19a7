import type { Finding } from './finding.ts';

const ADDRESS = /[\w.+-]{1,64}@[a-zA-Z0-9-]{1,63}(?:\.[a-zA-Z0-9-]{1,63}){0,4}\.[a-zA-Z]{2,24}\b/g;

export function findEmail(content: string): Finding[] {
  return [...content.matchAll(ADDRESS)].map((match) => ({
    type: 'EMAIL',
    start: match.index,
    end: match.index + match[0].length,
  }));
}
