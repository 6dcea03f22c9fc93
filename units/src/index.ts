export * from './energy.ts'
export * from './money.ts'
export * from './months.ts'
export * from './time.ts'
