// SPDX-License-Identifier: Apache-2.0
/** What an unknown address shows. It is one file for both languages: the address says which. */
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
