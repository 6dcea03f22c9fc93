import type { Language } from '@stationmaster/contract'
import type { Tx } from '../../../../platform/schema/schema.ts'

/** A message about one incident or several, in words. */
export interface Message {
  /** of its tellings: what is notified again bears the same id */
  id: string
  title: string
  /** one line for each incident */
  lines: readonly string[]
  /** where to read on */
  link: string
}

/** Somebody of the staff who is notified. */
export interface Person {
  id: number
  email: string
  language: Language
}

/**
 * A way of telling a person. It records in the caller's transaction what is to be sent, and sends nothing itself: a job that commits
 * with it does.
 */
export interface PersonalMeans {
  tell(tx: Tx, person: Person, message: Message): Promise<void>
}

/** What a channel sends to and by what it is let in. */
export interface Receiver {
  target: string
  secret: string
}

/** One call to somebody else's server that brings a message there. */
export interface ChannelCall {
  url: string
  headers: Record<string, string>
  body: string
}

/**
 * A channel: it says which call brings a message to a receiver, and what of an answer means that it arrived. Others follow by
 * implementing it (`Channels` in channels.ts).
 */
export interface ChannelMeans {
  callOf(receiver: Receiver, message: Message, now: Date): ChannelCall
}
