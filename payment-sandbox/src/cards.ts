/** What a card of the sandbox does; every other number that is one is declined. */
export type Behaviour =
  | 'approved'
  | 'declined'
  | 'no_money'
  | 'three_d_secure'
  | 'slow'
  | 'notice_twice'
  | 'notice_late'
  | 'capture_refused_once'
  | 'driver_only'

export interface TestCard {
  number: string
  behaviour: Behaviour
}

export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', behaviour: 'approved' },
  { number: '4000000000000002', behaviour: 'declined' },
  { number: '4000000000009995', behaviour: 'no_money' },
  { number: '4000000000003220', behaviour: 'three_d_secure' },
  { number: '4000000000005118', behaviour: 'slow' },
  { number: '4000000000005225', behaviour: 'notice_twice' },
  { number: '4000000000005332', behaviour: 'notice_late' },
  { number: '4000000000005449', behaviour: 'capture_refused_once' },
  { number: '4000000000005563', behaviour: 'driver_only' },
]

/** What is kept of a card: not its number. */
export interface KnownCard {
  brand: string
  last4: string
  behaviour: Behaviour
}

/** What a card's number says of it. */
export function cardOf(number: string): KnownCard {
  const known = testCards.find((card) => card.number === number)
  return {
    brand: number.startsWith('4') ? 'Visa' : number.startsWith('220') ? 'Mir' : 'Mastercard',
    last4: number.slice(-4),
    behaviour: known?.behaviour ?? 'declined',
  }
}
