// SPDX-License-Identifier: Apache-2.0
/** The field of a form that a refusal is about: a name that is taken, or what the service says about a field. */
import type { FieldPath, FieldValues } from 'react-hook-form';
import type { Failure } from '../api/failure.ts';
import { useTold } from '../language/told/index.ts';
import { useWords } from '../language/word-set.ts';
import { registryWords } from './words.ts';

/** @param names of the form's fields; a path such as `credential.header` belongs to the field of its beginning */
export function useRecordFault<Values extends FieldValues>(
  names: readonly FieldPath<Values>[],
  taken: FieldPath<Values> | undefined = names[0],
) {
  const words = useWords(registryWords);
  const told = useTold();
  return (failure: Failure): { field: FieldPath<Values>; text: string } | null => {
    if (failure.kind !== 'refused') return null;
    if (failure.code === 'conflict' && failure.brokenClaims === null) {
      const reason = failure.conflict?.reason;
      if (reason === undefined || taken === undefined) return null;
      return { field: taken, text: reason === 'LIST_FULL' ? words.full : words.takenName };
    }
    for (const [path, text] of Object.entries(failure.fields)) {
      const field = names.find((name) => path === name || path.startsWith(`${name}[`) || path.startsWith(`${name}.`));
      if (field !== undefined) return { field, text: told(text, failure.fieldCodes[path]) };
    }
    return null;
  };
}
