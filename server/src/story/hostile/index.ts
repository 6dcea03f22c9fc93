export { Chance } from './chance.ts'
export { drawn, type Making, resolved, type Schema } from './from-schema.ts'
export { hostileInstants, hostileNumber, hostileText, hostileValue, nested } from './values.ts'
