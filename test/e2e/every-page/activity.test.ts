import { visitPages } from './looks.ts';

visitPages('activity');
