import { isValidCpf } from './check-digits.ts';
import type { Finding } from './finding.ts';

const FORMATTED = /(?<![\d.-])\d{3}\.\d{3}\.\d{3}-\d{2}(?![\d-])/g;

export function findCpf(content: string): Finding[] {
  return [...content.matchAll(FORMATTED)]
    .filter((match) => isValidCpf(match[0].replace(/\D/g, '')))
    .map((match) => ({ type: 'CPF', start: match.index, end: match.index + match[0].length }));
}
