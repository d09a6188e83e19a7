import { visitPages } from './looks.ts';

visitPages('policies');
