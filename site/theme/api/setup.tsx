// SPDX-License-Identifier: Apache-2.0
/** The two variables that the examples read, with the address of the service that hands out this page. */

import { CodeBlock } from '@rspress/core/theme-original';
import { useEffect, useState } from 'react';
import { useWords } from '../words.ts';

export function Setup() {
  const { api } = useWords();
  const [address, setAddress] = useState('https://svc.example');
  useEffect(() => setAddress(location.origin), []);
  return (
    <>
      <p>{api.setup}</p>
      <CodeBlock lang="sh" wrapCode>
        <pre className="shiki">
          <code>
            <span className="line">export SVC_BASE_URL={address}</span>
            {'\n'}
            <span className="line">export SVC_API_KEY=key_test_…</span>
          </code>
        </pre>
      </CodeBlock>
    </>
  );
}
