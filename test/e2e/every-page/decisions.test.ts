import { visitPages } from './looks.ts';

visitPages('decisions');
