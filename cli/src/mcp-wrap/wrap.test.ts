// SPDX-License-Identifier: Apache-2.0
/** Guarantee: what goes to the server is one message to every reader; a cancelled call spends nothing. */
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Decide } from './decide.ts';
import { type Line, lineFor } from './lines.ts';
import { wrap } from './wrap.ts';

const call = (over: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'wipe' },
  ...over,
});

/** A client that sends the texts, a server that answers nothing, and what each of them got. */
async function wrapped(texts: readonly string[], ask: Decide['ask']) {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const sent: string[] = [];
  const reports: string[] = [];
  let close = () => {};
  const ended = new Promise<void>((resolve) => {
    close = resolve;
  });
  const upstream = {
    send: async ({ text }: Line) => void sent.push(text),
    // It says nothing.
    messages: {
      [Symbol.asyncIterator]: () => ({ next: () => ended.then(() => ({ done: true, value: undefined }) as const) }),
    },
    close: async () => close(),
  };
  const decide: Decide = { ask, report: async (_call, status) => void reports.push(status) };
  const settings = { decide, listed: async () => [], progressMs: 10_000 };
  stdin.end(texts.map((text) => `${text}\n`).join(''));
  await wrap({ stdin, stdout }, upstream, settings, new AbortController().signal);
  const answers = String(stdout.read() ?? '').trim();
  return { sent, reports, answers: answers === '' ? [] : answers.split('\n').map((line) => JSON.parse(line)) };
}

const refuse: Decide['ask'] = async () => ({ run: false, reason: 'refused' });

describe('a text of the client', () => {
  it.each([
    ['a batch', JSON.stringify([call()])],
    ['a name twice', '{"id":1,"method":"ping","method":"tools/call","params":{"name":"wipe"}}'],
    ['a method in another case', JSON.stringify({ ...call(), method: undefined, Method: 'tools/call' })],
    ['a method in a letter that folds', JSON.stringify({ ...call(), method: 'ping', paramſ: { name: 'wipe' } })],
    ['a name in another case', JSON.stringify(call({ params: { name: 'read', Name: 'wipe' } }))],
    ['arguments twice', '{"id":1,"method":"tools/call","params":{"name":"a","arguments":{},"arguments":{"x":1}}}'],
    ['no JSON', 'tools/call'],
    ['no object', '7'],
  ])('that is %s goes to nobody', async (_what, text) => {
    const { sent, answers } = await wrapped([text], async () => ({ run: true, event: null }));
    expect(sent).toEqual([]);
    expect(answers).toMatchObject([{ id: null, error: { code: -32_600 } }]);
  });

  it('is one line to every reader, and keeps each digit', async () => {
    const inner = JSON.stringify(call());
    const { sent } = await wrapped(
      [`{"method":"x",\r"n":1.10000000000000000001,"t":"\u2028",\r"i":\r${inner}\r}`],
      refuse,
    );
    expect(sent).toEqual([`{"method":"x", "n":1.10000000000000000001,"t":"\\u2028", "i": ${inner} }`]);
  });

  it('that calls a tool is refused with the reason, and the server gets nothing', async () => {
    const { sent, answers } = await wrapped([JSON.stringify(call())], refuse);
    expect([sent, answers]).toMatchObject([[], [{ id: 1, result: { isError: true, content: [{ text: 'refused' }] } }]]);
  });
});

it('a call that is cancelled stops asking, and is reported as not run where it was let through meanwhile', async () => {
  const cancel = lineFor({ method: 'notifications/cancelled', params: { requestId: 1 } }).text;
  const { sent, reports, answers } = await wrapped([JSON.stringify(call()), cancel], async (_call, _tool, signal) => {
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    return { run: true, event: 'e' };
  });
  expect([sent, reports, answers]).toEqual([[], ['FAILED'], []]);
});
