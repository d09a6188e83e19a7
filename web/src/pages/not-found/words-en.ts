// SPDX-License-Identifier: Apache-2.0
export const words = {
  title: 'There is no such page',
  text: 'The address may be mistyped, or what stood here is gone.',
  action: 'Go to the waiting reviews',
};
