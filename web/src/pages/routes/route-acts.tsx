// SPDX-License-Identifier: Apache-2.0
/** The acts on a route of either gateway. */
import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { useWords } from '../../language/word-set.ts';
import { RecordActs } from '../../registry/record-acts.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { routesWords } from './words.ts';

type RouteActsProps = Pick<ComponentProps<typeof RecordActs>, 'edit' | 'onRemove' | 'list' | 'onGone'> & {
  route: { id: string; name: string };
};

export function RouteActs({ route: { id, name }, ...acts }: RouteActsProps) {
  const words = useWords(routesWords);
  return (
    <RecordActs name={name} words={words} {...acts}>
      <Link to="/gateway-calls" search={{ route: id }} className={buttonClass('ghost')}>
        {words.calls}
      </Link>
    </RecordActs>
  );
}
