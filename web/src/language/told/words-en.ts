// SPDX-License-Identifier: Apache-2.0
import type { FieldCode } from '@svc/contract';

export const words = {
  /** A sentence of its own: the service leaves the name of the field to stand before it. */
  about: (message: string, _fault?: FieldCode): string => {
    const sentence = message.charAt(0).toUpperCase() + message.slice(1);
    return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
  },
};
