import { visitPages } from './looks.ts';

visitPages('connections');
