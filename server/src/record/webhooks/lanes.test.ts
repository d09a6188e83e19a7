// SPDX-License-Identifier: Apache-2.0
/** Guarantee: one slow or dead endpoint takes nothing from the others, through the number of its concurrent calls. */
import { expect, it } from 'vitest';
import { SHARED_PLACES } from '../../platform/shares/index.ts';
import { conductOf, Lanes } from './lanes.ts';
import { CALLS_PER_ENDPOINT_MAX, CALLS_PER_ENDPOINT_START, DEAD_AFTER_FAILURES, FAILING_CALLS_MAX } from './limits.ts';

const CALLS_MAX = SHARED_PLACES.webhookCalls.atOnceMax;

/** Each endpoint has an organization of its own. */
function openLanes(): Lanes {
  const lanes = new Lanes();
  const { wake, wakeDue } = { wake: lanes.wake.bind(lanes), wakeDue: lanes.wakeDue.bind(lanes) };
  lanes.wake = (endpointId) => {
    lanes.belongs(endpointId, endpointId);
    wake(endpointId);
  };
  lanes.wakeDue = (endpointId) => {
    lanes.belongs(endpointId, endpointId);
    wakeDue(endpointId);
  };
  return lanes;
}

/** Takes the allowed number for one endpoint, and finds as many. */
function fill(lanes: Lanes, endpointId: string): number {
  let count = 0;
  lanes.wake(endpointId);
  for (;;) {
    const taken = lanes.take(CALLS_MAX);
    // The others have nothing due.
    for (const [id, places] of taken) lanes.found(id, places, id === endpointId ? places : 0);
    const places = taken.get(endpointId) ?? 0;
    if (places === 0) return count;
    count += places;
  }
}

function end(lanes: Lanes, endpointId: string, count: number, conduct: ReturnType<typeof conductOf>): void {
  for (let call = 0; call < count; call += 1) lanes.ended(endpointId, conduct);
}

it('gives an endpoint more calls while it answers quickly, two while it is slow, one while it fails', () => {
  const lanes = openLanes();
  end(lanes, 'a', fill(lanes, 'a'), 'quick');
  for (let round = 0; round < 5; round += 1) end(lanes, 'a', fill(lanes, 'a'), 'quick');
  expect(fill(lanes, 'a')).toBe(CALLS_PER_ENDPOINT_MAX);
  end(lanes, 'a', CALLS_PER_ENDPOINT_MAX, 'slow');
  expect(fill(lanes, 'a')).toBe(2);
  end(lanes, 'a', 2, 'failing');
  expect(fill(lanes, 'a')).toBe(1);
  end(lanes, 'a', 1, 'quick');
  expect(fill(lanes, 'a')).toBe(2);
  end(lanes, 'a', 2, 'unknown');
  expect(lanes.calls).toBe(0);
});

it('lets one that is dead wait for the periodic look, until it takes a delivery again', () => {
  const lanes = openLanes();
  for (let failures = 0; failures < DEAD_AFTER_FAILURES; failures += 1) {
    lanes.wake('dead');
    expect([...lanes.take(CALLS_MAX).keys()]).toEqual(['dead']);
    lanes.found('dead', failures === 0 ? CALLS_PER_ENDPOINT_START : 1, 1);
    // More deliveries came meanwhile.
    lanes.wake('dead');
    lanes.ended('dead', 'failing');
  }
  lanes.take(CALLS_MAX);
  lanes.wake('dead');
  expect(lanes.take(CALLS_MAX).size).toBe(0);
  lanes.wakeDue('dead');
  expect(lanes.take(CALLS_MAX)).toEqual(new Map([['dead', 1]]));
  lanes.found('dead', 1, 1);
  lanes.wake('dead');
  lanes.ended('dead', 'quick');
  lanes.wake('dead');
  expect(lanes.take(CALLS_MAX)).toEqual(new Map([['dead', 2]]));
  expect(lanes.calls).toBe(2);
});

it('takes turns: whoever has much does not come before whoever has little', () => {
  const lanes = openLanes();
  for (const endpointId of ['much', 'little', 'other']) lanes.wake(endpointId);
  expect([...lanes.take(2).keys()]).toEqual(['much']);
  lanes.found('much', CALLS_PER_ENDPOINT_START, CALLS_PER_ENDPOINT_START);
  lanes.ended('much', 'quick');
  lanes.wake('much');
  expect([...lanes.take(CALLS_MAX).keys()]).toEqual(['little', 'other', 'much']);
});

it('keeps half of all calls for endpoints that do not fail', () => {
  const lanes = openLanes();
  for (let endpoint = 0; endpoint < 2 * CALLS_MAX; endpoint += 1) {
    const id = `dead ${endpoint}`;
    end(lanes, id, fill(lanes, id), 'failing');
  }
  for (let endpoint = 0; endpoint < 2 * CALLS_MAX; endpoint += 1) lanes.wake(`dead ${endpoint}`);
  for (let turn = lanes.take(64); turn.size > 0; turn = lanes.take(64)) {
    for (const [endpointId, count] of turn) lanes.found(endpointId, count, count);
  }
  expect(lanes.calls).toBe(FAILING_CALLS_MAX);
  expect(fill(lanes, 'healthy')).toBe(CALLS_PER_ENDPOINT_START);
});

it('hears of what comes while an endpoint is at its bound, and while it is being claimed', () => {
  const lanes = openLanes();
  const count = fill(lanes, 'a');
  lanes.wake('a');
  expect(lanes.take(CALLS_MAX).size).toBe(0);
  end(lanes, 'a', count, 'quick');
  expect(lanes.take(CALLS_MAX).get('a')).toBeGreaterThan(0);
  lanes.wake('a');
  lanes.found('a', 4, 0);
  expect(lanes.take(CALLS_MAX).get('a')).toBeGreaterThan(0);
});

it('tells a slow answer from a quick one, and either from a failure', () => {
  expect([conductOf('delivered', 999), conductOf('failed', 5), conductOf('gone', 5)]).toEqual(Array(3).fill('quick'));
  expect([conductOf('delivered', 1_001), conductOf('failed', 1_001)]).toEqual(['slow', 'slow']);
  expect([conductOf('retry', 5), conductOf('released', 5)]).toEqual(['failing', 'unknown']);
});

it('gives the endpoints of one organization its share together, and turns only to those whose organization is known', () => {
  const lanes = new Lanes();
  const { perHolderMax } = SHARED_PLACES.webhookCalls;
  for (let endpoint = 0; endpoint < perHolderMax; endpoint += 1) {
    lanes.wake(`${endpoint}`);
    lanes.belongs(`${endpoint}`, 'one');
  }
  lanes.wake('unknown');
  lanes.wake('of another');
  lanes.belongs('of another', 'another');
  expect(lanes.unknown).toEqual(['unknown']);
  const taken = lanes.take(CALLS_MAX);
  const ofOther = taken.get('of another');
  expect(ofOther).toBe(CALLS_PER_ENDPOINT_START);
  expect([...taken.values()].reduce((sum, places) => sum + places, 0)).toBe(perHolderMax + CALLS_PER_ENDPOINT_START);
  expect(taken.has('unknown')).toBe(false);
  lanes.forget('unknown');
  expect(lanes.unknown).toEqual([]);
  // A place that becomes free goes to an endpoint that has waited for it.
  const waits = `${perHolderMax - 1}`;
  expect(taken.has(waits)).toBe(false);
  lanes.ended('0', 'quick');
  expect(lanes.take(CALLS_MAX).size).toBe(1);
});
