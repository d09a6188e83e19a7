// SPDX-License-Identifier: Apache-2.0
/**
 * Sends a request of the reference to the service that hands out the page. The key is in memory alone and goes to this
 * origin alone; one that would record real decisions is refused before anything is sent.
 */
import { type FormEvent, useId, useState, useSyncExternalStore } from 'react';
import type { Request } from '../../prepare/requests.ts';
import { useWords, type Words } from '../words.ts';
import { shared } from './shared.ts';

const TEST = 'key_test_';
const LIVE = 'key_live_';
const testKey = shared('');
const eventId = shared('');

interface Outcome {
  readonly state: 'refused' | 'answered';
  readonly text: string;
  readonly status?: number;
}

export function TryIt({ request }: { request: Request }) {
  const { api } = useWords();
  const id = useId();
  const key = useSyncExternalStore(testKey.follow, testKey.read, testKey.read);
  const event = useSyncExternalStore(eventId.follow, eventId.read, eventId.read);
  const [body, setBody] = useState(() => (request.body === undefined ? '' : JSON.stringify(request.body, null, 2)));
  const [isSending, setIsSending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const hasId = request.path.includes('{id}');
  const send = async (submitted: FormEvent) => {
    submitted.preventDefault();
    const fault = faultOf(key.trim(), request, body, api);
    if (key.trim().startsWith(LIVE)) testKey.write('');
    if (fault !== null) return setOutcome({ state: 'refused', text: fault });
    setIsSending(true);
    setOutcome(await answerOf(request, { key: key.trim(), event: event.trim(), body }, api));
    setIsSending(false);
  };
  return (
    <details className="svc-try">
      <summary>{api.tryIt}</summary>
      <form onSubmit={(submitted) => void send(submitted)} autoComplete="off">
        <label htmlFor={`${id}-key`}>{api.key}</label>
        <input
          id={`${id}-key`}
          type="password"
          autoComplete="off"
          required
          aria-describedby={`${id}-hint`}
          value={key}
          onChange={({ target }) => testKey.write(target.value)}
        />
        <p id={`${id}-hint`} className="svc-try-hint">
          {api.keyHint}
        </p>
        {hasId && (
          <>
            <label htmlFor={`${id}-event`}>{api.id}</label>
            <input id={`${id}-event`} required value={event} onChange={({ target }) => eventId.write(target.value)} />
          </>
        )}
        {request.body !== undefined && (
          <>
            <label htmlFor={`${id}-body`}>{api.body}</label>
            <textarea
              id={`${id}-body`}
              spellCheck={false}
              rows={Math.min(16, body.split('\n').length + 1)}
              value={body}
              onChange={({ target }) => setBody(target.value)}
            />
          </>
        )}
        <button type="submit" disabled={isSending}>
          {isSending ? api.sending : api.send}
        </button>
      </form>
      <div role="status" className="svc-answer">
        {outcome?.state === 'refused' && <p>{outcome.text}</p>}
        {outcome?.state === 'answered' && (
          <>
            <p>
              {api.answer}: <strong>{outcome.status}</strong>
            </p>
            <section
              aria-label={api.answer}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
              tabIndex={0}
            >
              <pre>{outcome.text}</pre>
            </section>
          </>
        )}
      </div>
    </details>
  );
}

/** @returns why nothing is sent */
function faultOf(key: string, { body: example }: Request, body: string, api: Words['api']): string | null {
  if (key.startsWith(LIVE)) return api.live;
  if (!key.startsWith(TEST)) return api.other;
  if (example === undefined) return null;
  try {
    JSON.parse(body);
    return null;
  } catch {
    return api.badBody;
  }
}

interface Sent {
  readonly key: string;
  readonly event: string;
  readonly body: string;
}

async function answerOf(request: Request, { key, event, body }: Sent, api: Words['api']): Promise<Outcome> {
  const { method, path, needsIdempotencyKey } = request;
  try {
    const answer = await fetch(path.replace('{id}', encodeURIComponent(event)), {
      method,
      credentials: 'omit',
      redirect: 'error',
      headers: {
        authorization: `Bearer ${key}`,
        ...(needsIdempotencyKey && { 'idempotency-key': event }),
        ...(request.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(request.body !== undefined && { body }),
    });
    if (!answer.headers.has('x-svc-version')) return { state: 'refused', text: api.elsewhere };
    return { state: 'answered', status: answer.status, text: pretty(await answer.text()) };
  } catch {
    return { state: 'refused', text: api.failed };
  }
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
