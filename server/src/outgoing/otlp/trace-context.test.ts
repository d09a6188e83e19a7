// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a trace is continued as W3C Trace Context says, and a hostile header begins a new one. */
import { expect, it } from 'vitest';
import { traceParentIn } from './trace-context.ts';

const [TRACE, SPAN] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];

it.each([
  [`00-${TRACE}-${SPAN}-01`, true],
  [`00-${TRACE}-${SPAN}-00`, false],
  [`00-${TRACE}-${SPAN}-03`, true],
  [`cc-${TRACE}-${SPAN}-01`, true],
  [`cc-${TRACE}-${SPAN}-01-what-comes`, true],
])('%s is taken', (text, isSampled) => {
  expect(traceParentIn(text)).toEqual({ traceId: TRACE, spanId: SPAN, isSampled });
});

it.each([
  [undefined],
  [''],
  [`ff-${TRACE}-${SPAN}-01`],
  [`00-${TRACE}-${SPAN}-01-more`],
  [`00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`],
  [`00-${'0'.repeat(32)}-${SPAN}-01`],
  [`00-${TRACE}-${'0'.repeat(16)}-01`],
  [`00-${TRACE.toUpperCase()}-${SPAN}-01`],
  [`00-${TRACE}-${SPAN}-0`],
  [`00-${TRACE}-${SPAN}-01\n`],
  [`cc-${TRACE}-${SPAN}-01-${'a'.repeat(1_000)}`],
])('%s is none', (text) => {
  expect(traceParentIn(text)).toBeNull();
});
