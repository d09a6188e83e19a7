// SPDX-License-Identifier: Apache-2.0
/** An unknown address shows this. Both languages have one file: the address says which. */
import { Link } from '@rspress/core/theme-original';
import { CONTENT } from './layout.tsx';
import { usePrefix, useWords } from './words.ts';

export function NotFound() {
  const words = useWords();
  return (
    <main className="svc-not-found" id={CONTENT} tabIndex={-1}>
      <h1>{words.notFound}</h1>
      <p>{words.notFoundText}</p>
      <p>
        <Link href={`${usePrefix()}/`}>{words.toStart}</Link>
      </p>
    </main>
  );
}
