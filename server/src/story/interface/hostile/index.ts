export { Chance } from './chance.ts'
export { drawn, type Making, resolved, type Schema, whole } from './from-schema.ts'
export {
  hostileInstants,
  hostileNumber,
  hostileText,
  hostileValue,
  nested,
  outgrownIntegers,
} from './values.ts'
