// SPDX-License-Identifier: Apache-2.0
/** A grant as one sentence: exactly what it lets through. */
import type { Grant } from '@svc/contract';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { grantWords } from './grant-words.ts';
import { whyWords } from './why-words.ts';

type Bounds = Pick<
  Grant,
  'action' | 'destination' | 'call' | 'dlpTypes' | 'recordsAffectedMax' | 'until' | 'usesMax'
> & {
  agent: string;
  resource: string;
};

export function useGrantSentence(): (bounds: Bounds) => string {
  const { format } = useLanguage();
  const words = useWords(grantWords);
  const { types } = useWords(whyWords);
  return ({ call, dlpTypes, recordsAffectedMax, until, usesMax, ...told }) =>
    words.sentence({
      ...told,
      call: call === null ? null : words.gateway(call.protocol, call.tool ?? call.method),
      records: format.number(recordsAffectedMax),
      isOneRecord: recordsAffectedMax === 1,
      until: format.dateTime(until),
      uses: usesMax,
      findings: dlpTypes.length === 0 ? null : format.list(dlpTypes.map((type) => types[type])),
    });
}
