// SPDX-License-Identifier: Apache-2.0
/** The policy as YAML, beside the form. */
import type { PolicySpec } from '@svc/contract';
import { memo, useMemo } from 'react';
import { useWords } from '../../language/word-set.ts';
import { policyWords } from '../words.ts';
import { type ReadText, readOnce, type Told } from './read.ts';
import { TextSide } from './text-side.tsx';
import { policyText } from './write.ts';

interface YamlSideProps {
  /** As the form has it. */
  spec: PolicySpec;
  /** The text as a person typed it, until the form changes something; null: the text of the form. */
  typed: string | null;
  /** The form has a fault, or the service told one: then the text of the form has to be read, too. */
  hasFault: boolean;
  /** Faults that the service found in what both sides say. */
  told: readonly Told[];
  /** Files have no place for this policy. */
  isNotInFiles: boolean;
  isReadOnly: boolean;
  onType(text: string, read: ReadText): void;
}

function YamlSide({ spec, typed, hasFault, told, isNotInFiles, isReadOnly, onType }: YamlSideProps) {
  const words = useWords(policyWords);
  const isFixed = isReadOnly || isNotInFiles;
  const text = useMemo(() => typed ?? policyText(spec), [typed, spec]);
  return (
    <TextSide<PolicySpec>
      hint={isFixed ? words.yamlReadOnly : words.yamlHint}
      label={words.yamlLabel}
      text={text}
      isDoubtful={!isNotInFiles && (typed !== null || hasFault || told.length > 0)}
      told={told}
      isFixed={isFixed}
      notice={isNotInFiles ? words.notInFiles : undefined}
      read={readOnce}
      onType={onType}
    />
  );
}

export default memo(YamlSide);
