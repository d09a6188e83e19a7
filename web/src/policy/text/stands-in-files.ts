// SPDX-License-Identifier: Apache-2.0
/** Whether a policy can be written as a file, which has no place for some conditions of the form. */
import type { PolicyCondition, PolicySpec } from '@svc/contract';

export function canStandInFiles({ condition }: PolicySpec): boolean {
  const waiting: PolicyCondition[] = condition === undefined ? [] : [condition];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (one.dlpTypes !== undefined || one.lgpdCategories !== undefined) return false;
    for (const part of one.allOf ?? []) waiting.push(part);
    for (const part of one.anyOf ?? []) waiting.push(part);
  }
  return true;
}
