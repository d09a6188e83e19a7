import { visitPages } from './looks.ts';

visitPages('entry');
