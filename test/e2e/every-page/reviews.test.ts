import { visitPages } from './looks.ts';

visitPages('reviews');
