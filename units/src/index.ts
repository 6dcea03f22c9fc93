export * from './energy.ts'
export * from './money.ts'
export * from './time.ts'
