// SPDX-License-Identifier: Apache-2.0
/** The place of archives: files by name, for each organization apart. */

export interface ArchiveStore {
  /** @returns null when there is no such file */
  read(organizationId: string, path: string): Promise<Buffer | null>;
  /**
   * Durable when it resolves. A file that is there already stays.
   * @returns false for such a file
   */
  create(organizationId: string, path: string, bytes: Buffer): Promise<boolean>;
  /** The same in place of a file that is there already. */
  replace(organizationId: string, path: string, bytes: Buffer): Promise<void>;
  remove(organizationId: string, path: string): Promise<void>;
  /** All files of an organization. */
  removeAll(organizationId: string): Promise<void>;
}
