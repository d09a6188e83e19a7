// SPDX-License-Identifier: Apache-2.0
/** A browser and its system as people say it: `Firefox on Windows`. */
import { useWords } from '../../language/word-set.ts';
import { accountPageWords } from './words.ts';

interface Client {
  browser: string | null;
  system: string | null;
}

export function useClient(): (client: Client) => string {
  const words = useWords(accountPageWords);
  return ({ browser, system }) =>
    browser !== null && system !== null
      ? words.browserOn(browser, system)
      : (browser ?? system ?? words.unknownBrowser);
}
