// SPDX-License-Identifier: Apache-2.0
/** The claim as YAML. */
import type { PolicyClaim } from '@svc/contract';
import { useWords } from '../../language/word-set.ts';
import type { ReadText, Told } from '../text/read.ts';
import { TextSide } from '../text/text-side.tsx';
import { claimText, readClaimText } from './text.ts';
import { claimWords } from './words.ts';

interface ClaimTextSideProps {
  /** As the form has it. */
  claim: PolicyClaim;
  /** The text as a person typed it; null: the text of the form. */
  typed: string | null;
  onType(text: string, read: ReadText<PolicyClaim>): void;
}

const NOTHING_TOLD: readonly Told[] = [];

export default function ClaimTextSide({ claim, typed, onType }: ClaimTextSideProps) {
  const { form: words } = useWords(claimWords);
  return (
    <TextSide<PolicyClaim>
      hint={words.yamlHint}
      label={words.yamlLabel}
      text={typed ?? claimText(claim)}
      isDoubtful
      told={NOTHING_TOLD}
      isFixed={false}
      read={readClaimText}
      onType={onType}
    />
  );
}
