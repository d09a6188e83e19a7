// SPDX-License-Identifier: Apache-2.0
/** How the first look is compiled. */
export const FIRST_LOOK_SOURCE = 'core/assembly/first-look.ts';
/** The code allocates nothing and brings no memory of its own; the guide names the machine that it needs. */
export const FIRST_LOOK_OPTIONS = ['--runtime', 'stub', '--importMemory', '--enable', 'simd', '-O3', '--noAssert'];
