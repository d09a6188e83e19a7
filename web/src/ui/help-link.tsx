// SPDX-License-Identifier: Apache-2.0
/** A way into the documentation, which the service hands out itself. */
import { type Help, helpUrl } from '../help/index.ts';
import { useLanguage } from '../language/index.tsx';

interface HelpLinkProps {
  /** Without one it is the start page, under its name. */
  topic?: Help;
  className?: string;
}

export function HelpLink({ topic, className = 'underline underline-offset-2' }: HelpLinkProps) {
  const { language, messages } = useLanguage();
  return (
    <a href={helpUrl(topic ?? 'start', language)} target="_blank" rel="noreferrer" className={className}>
      {topic === undefined ? messages.shell.documents : messages.ui.howItWorks}
    </a>
  );
}
