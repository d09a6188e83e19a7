// SPDX-License-Identifier: Apache-2.0
/** That a policy never decides, and under the pointer by whom it is overruled: asked for when it is wanted. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readOf } from '../../api/reading.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { Tag } from '../../ui/tag.tsx';
import { policiesWords } from './words.ts';

export function ShadowedTag({ id }: { id: string }) {
  const words = useWords(policiesWords);
  const { format } = useLanguage();
  const [isWanted, setIsWanted] = useState(false);
  const { data } = useQuery({ ...readOf('readPolicyShadow', { query: { policy: id } }), enabled: isWanted });
  const names = data?.by.map(({ name }) => `“${name}”`) ?? [];
  return (
    <Tag
      isDashed
      title={names.length === 0 ? undefined : words.shadowedBy(format.list(names))}
      onPointerEnter={() => setIsWanted(true)}
    >
      {words.findings.SHADOWED}
    </Tag>
  );
}
