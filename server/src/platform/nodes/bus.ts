/** What one server says to another; `topic` says who handles it there. */
export type Topic = 'command' | 'outcome' | 'close' | 'taken'
/** What a server says to all others. */
export type Broadcast = 'live' | 'dismiss' | 'watch' | 'forget' | 'changed'

/** How a request to another server ended. */
export type Reply<T> =
  | { kind: 'answered'; answer: T }
  /** the other server is not there: it has certainly not got the request */
  | { kind: 'undelivered' }
  /** no answer in time: the other server may have got the request */
  | { kind: 'unanswered' }
  /** this server has no contact with the others */
  | { kind: 'no_path' }

/**
 * Messages between the servers of one network. Nothing that may not be lost goes over it: it carries requests, whose senders learn
 * what happened to them, and signals, after which the receivers read the database. Messages are structured clones.
 */
export interface NodeBus {
  /** the word for how it is: `alone` has no other servers */
  readonly state: 'alone' | 'connected' | 'cut_off'
  request<T>(node: string, topic: Topic, message: unknown, timeoutMs: number): Promise<Reply<T>>
  /** Answers what other servers request from this one. */
  answer(topic: Topic, handle: (message: never, from: string) => unknown): void
  /** Says something to all other servers; lost where they do not listen. */
  broadcast(topic: Broadcast, message: unknown): void
  /** Hears what other servers say to all. */
  hear(topic: Broadcast, handle: (message: never) => void): void
  /** Calls back whenever the contact with the others is lost or found again. */
  onChange(handle: (state: NodeBus['state']) => void): void
  /** The way to the others' middle and back, ms; null: there is no contact. */
  roundTripMs(): Promise<number | null>
  close(): Promise<void>
}

/** The bus of a server that is alone on its database. */
export const noBus: NodeBus = {
  state: 'alone',
  request: async () => ({ kind: 'no_path' }),
  answer: () => undefined,
  broadcast: () => undefined,
  hear: () => undefined,
  onChange: () => undefined,
  roundTripMs: async () => null,
  close: async () => undefined,
}
