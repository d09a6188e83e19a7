/** How the first look is compiled. */
export const FIRST_LOOK_SOURCE = 'core/assembly/first-look.ts';
/** It allocates nothing and brings no memory of its own; what it needs of the machine is told in the guide. */
export const FIRST_LOOK_OPTIONS = ['--runtime', 'stub', '--importMemory', '--enable', 'simd', '-O3', '--noAssert'];
