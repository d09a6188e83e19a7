// SPDX-License-Identifier: Apache-2.0
/** Tries the upstream of an HTTP route: the path and the method of the call are chosen here. */
import type { HttpMethod, HttpRoute } from '@svc/contract';
import { GATEWAY_PATH_CHARACTERS_MAX } from '@svc/contract/limits';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { useWords } from '../../language/word-set.ts';
import { useRecordFault } from '../../registry/record-fault.ts';
import { UpstreamCheckPart } from '../../registry/upstream-check.tsx';
import { registryWords } from '../../registry/words.ts';
import { TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { METHODS } from './methods.ts';
import { routesWords } from './words.ts';

export function RouteCheck({ route: { id, methods } }: { route: HttpRoute }) {
  const words = useWords(routesWords);
  const common = useWords(registryWords);
  const allowed = methods === null || methods.length === 0 ? METHODS : METHODS.filter((one) => methods.includes(one));
  const [chosen, setChosen] = useState<HttpMethod>('GET');
  const [path, setPath] = useState('');
  const method = allowed.includes(chosen) ? chosen : (allowed[0] ?? 'GET');
  const faultOf = useRecordFault<{ path: string }>(['path']);
  return (
    <UpstreamCheckPart
      operation="checkHttpRoute"
      lead={words.checkLead}
      check={() =>
        callApi('checkHttpRoute', {
          params: { id },
          body: { method, ...(path.trim() !== '' && { path: path.trim() }) },
        })
      }
      isShown={(failure) => faultOf(failure) !== null}
    >
      {(failure) => (
        <div className="grid grid-cols-[8rem_minmax(0,1fr)] items-start gap-3 max-md:grid-cols-1">
          <Select<HttpMethod>
            label={words.method}
            value={method}
            choices={allowed.map((value) => ({ value, name: value }))}
            onChoose={setChosen}
          />
          <TextField
            label={common.optional(words.path)}
            error={failure === null ? undefined : faultOf(failure)?.text}
            maxLength={GATEWAY_PATH_CHARACTERS_MAX}
            autoComplete="off"
            placeholder="/"
            value={path}
            onChange={(event) => setPath(event.target.value)}
          />
        </div>
      )}
    </UpstreamCheckPart>
  );
}
