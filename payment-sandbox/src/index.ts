export { type TestCard, testCards } from './cards.ts'
