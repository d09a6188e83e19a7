// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the console tells each reason of a failed outgoing call in Portuguese, whatever the service adds. */
import { expect, it } from 'vitest';
import { EGRESS_FAULTS } from '../../server/src/outgoing/egress/index.ts';
import { words } from '../../web/src/registry/call-fault-words-pt-br.ts';

it.each(Object.values(EGRESS_FAULTS))('%s', (reason) => {
  expect(words[reason]).toMatch(/\S/);
  expect(words[reason]).not.toBe(reason);
});
