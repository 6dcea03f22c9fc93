export { type Behaviour, type TestCard, testCards } from './cards.ts'
export type { TillMode } from './till.ts'
