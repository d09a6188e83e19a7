import { visitPages } from './looks.ts';

visitPages('agents');
