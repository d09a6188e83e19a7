import { visitPages } from './looks.ts';

visitPages('events');
