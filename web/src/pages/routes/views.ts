// SPDX-License-Identifier: Apache-2.0
/** The two gateways, beside the title. */
import { useWords } from '../../language/word-set.ts';
import { routesWords } from './words.ts';

export function useGateways(shown: 'http' | 'mcp') {
  const words = useWords(routesWords);
  return {
    label: words.which,
    views: [
      { name: words.http, to: '/routes', search: {}, isShown: shown === 'http' },
      { name: words.mcp, to: '/routes/mcp', search: {}, isShown: shown === 'mcp' },
    ],
  } as const;
}
