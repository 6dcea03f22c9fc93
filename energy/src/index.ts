export * from './claims.ts'
export * from './control.ts'
export * from './share-out.ts'
export * from './site.ts'
