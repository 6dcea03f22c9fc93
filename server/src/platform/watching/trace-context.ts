import { AsyncLocalStorage } from 'node:async_hooks'

/** Which piece of work the code is in: the ids of its trace and of its span (W3C Trace Context). */
export interface TraceContext {
  traceId: string
  spanId: string
}

const contexts = new AsyncLocalStorage<TraceContext>()
const header = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}$/

/** undefined: nothing is traced, or not here */
export const traceContext = (): TraceContext | undefined => contexts.getStore()

/** Does work as part of a trace, with all that it begins. */
export const inTrace = <T>(context: TraceContext | undefined, work: () => T): T =>
  context ? contexts.run(context, work) : work()

/** Reads the header `traceparent`; undefined: there is none that is valid. */
export function readTraceparent(text: unknown): TraceContext | undefined {
  const [, traceId, spanId] = typeof text === 'string' ? (header.exec(text) ?? []) : []
  return traceId && spanId && !/^0+$/.test(traceId) ? { traceId, spanId } : undefined
}
