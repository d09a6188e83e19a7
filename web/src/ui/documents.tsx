// SPDX-License-Identifier: Apache-2.0
/** The documents, which the service hands out itself. */
import { useLanguage } from '../language/index.tsx';

export const DOCUMENTS = '/docs';

export function DocumentsLink({ className = 'underline underline-offset-2' }: { className?: string }) {
  const { shell } = useLanguage().messages;
  return (
    <a href={DOCUMENTS} target="_blank" rel="noreferrer" className={className}>
      {shell.documents}
    </a>
  );
}
