export { suggestion } from '../shapes/suggestion.ts';
