// SPDX-License-Identifier: Apache-2.0
/** Live or sandbox: one choice for the whole app, which stands in the address and goes along from page to page. */
import { useNavigate, useSearch } from '@tanstack/react-router';

export interface SandboxSearch {
  sandbox?: 'true';
}

export function sandboxSearchOf(search: Record<string, unknown>): SandboxSearch {
  return search.sandbox === 'true' ? { sandbox: 'true' } : {};
}

export function useSandbox(): boolean {
  return useSearch({ from: '/signed-in' }).sandbox === 'true';
}

export function useChooseSandbox(): (isSandbox: boolean) => void {
  const navigate = useNavigate();
  return (isSandbox) =>
    void navigate({
      to: '.',
      // `undefined` is written out: a field that is absent is kept by the router.
      search: (search: object) => ({ ...search, sandbox: isSandbox ? 'true' : undefined }) as never,
    });
}
