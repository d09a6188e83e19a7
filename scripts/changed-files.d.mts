// SPDX-License-Identifier: Apache-2.0
export function changedFiles(root: string, since?: string): string[] | null;
