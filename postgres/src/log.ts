// SPDX-License-Identifier: Apache-2.0
/** The part of a logger that this folder needs; pino fits. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
