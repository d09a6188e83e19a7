// SPDX-License-Identifier: Apache-2.0
/**
 * The version of this documentation, and the way to others. Who hosts more than one lists them in `versions.json`
 * beside the start page, without a build.
 */
import { useSite, withBase } from '@rspress/core/runtime';
import { Link } from '@rspress/core/theme-original';
import { useEffect, useRef, useState } from 'react';
import { usePrefix, useWords } from './words.ts';

declare const SITE_VERSION: string;

interface OtherVersion {
  readonly version: string;
  readonly url: string;
}

export function Versions() {
  const words = useWords();
  const prefix = usePrefix();
  const { site } = useSite();
  const [others, setOthers] = useState<readonly OtherVersion[]>([]);
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    fetch(withBase('/versions.json'))
      .then(async (answer) => (answer.ok ? ((await answer.json()) as { versions: OtherVersion[] }).versions : []))
      .then(setOthers, () => setOthers([]));
  }, []);
  const close = () => menu.current?.removeAttribute('open');
  return (
    <details
      ref={menu}
      className="svc-versions"
      onKeyDown={({ key }) => key === 'Escape' && close()}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && close()}
    >
      <summary className="svc-tool" aria-label={`${words.version} ${SITE_VERSION}`}>
        {SITE_VERSION}
      </summary>
      <ul aria-label={words.versions}>
        <li>
          <a href={site.base} aria-current="true">
            {SITE_VERSION} ({words.thisOne})
          </a>
        </li>
        {others
          .filter(({ version }) => version !== SITE_VERSION)
          .map(({ version, url }) => (
            <li key={version}>
              <a href={url}>{version}</a>
            </li>
          ))}
        <li>
          <Link href={`${prefix}/project/changelog.html`} onClick={close}>
            {words.changelog}
          </Link>
        </li>
      </ul>
    </details>
  );
}
