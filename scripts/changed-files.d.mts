export function changedFiles(root: string, since?: string): string[] | null;
