// SPDX-License-Identifier: Apache-2.0
/** Reads one stream of server-sent events to its end. */

export interface StreamMessage {
  event: string;
  data: unknown;
}

/** The end of a stream: refused for its session, ended by the service, or lost on the way. */
export type StreamEnd = 'signed-out' | 'session' | 'resume' | 'lost';

interface Reading {
  lastId: string | null;
  signal: AbortSignal;
  onMessage(message: StreamMessage): void;
  /** Everything up to here has been told. */
  onId(id: string): void;
}

/** A service that says nothing for so long is taken for gone: it says something every twenty seconds. */
const SILENCE_MS = 50_000;

export async function readStream({ lastId, signal, onMessage, onId }: Reading): Promise<StreamEnd> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const response = await fetch('/stream', {
      credentials: 'same-origin',
      cache: 'no-store',
      headers: { accept: 'text/event-stream', ...(lastId !== null && { 'last-event-id': lastId }) },
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (response.status === 401) return 'signed-out';
    if (!response.ok || response.body === null) return 'lost';
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 'lost';
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      const blocks = (rest + value).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const end = take(block, onMessage, onId);
        if (end !== null) return end;
      }
    }
  } catch {
    return 'lost';
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}

function take(block: string, onMessage: Reading['onMessage'], onId: Reading['onId']): StreamEnd | null {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 1).trimStart());
  }
  const data = fields.get('data');
  const event = fields.get('event') ?? 'message';
  if (data !== undefined) {
    const content: unknown = JSON.parse(data);
    if (event === 'end') return (content as { reason?: unknown }).reason === 'session' ? 'session' : 'resume';
    onMessage({ event, data: content });
  }
  const id = fields.get('id');
  if (id !== undefined) onId(id);
  return null;
}
