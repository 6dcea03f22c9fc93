import type { Payment } from './payment.ts'
import type { TillReceipt } from './till.ts'

/** Any code but this one is refused on the page of the card's bank. */
export const rightCode = '1234'

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; margin: 0; background: #f6f7f9; color: #0e1116 }
  main { max-width: 22rem; margin: 10vh auto; padding: 1.5rem; background: #fff; border-radius: 8px }
  h1 { font-size: 1.25rem; margin: 0 0 .5rem }
  input, button { font: inherit; width: 100%; box-sizing: border-box; padding: .75rem; border-radius: 8px; border: 1px solid #9aa3af }
  button { margin-top: .75rem; background: #5e5ce6; border-color: #5e5ce6; color: #fff }
  button[value=no] { background: #fff; color: #0e1116; border-color: #9aa3af }
  [role=alert] { color: #b42318 }
  @media (prefers-color-scheme: dark) {
    body { background: #0e1116; color: #fff } main { background: #151a21 } input { background: #1d242d; color: #fff }
    button[value=no] { background: #1d242d; color: #fff } [role=alert] { color: #ff8a80 }
  }
</style></head><body><main>${body}</main></body></html>`

const amountOf = ({ amount }: Payment): string => (amount / 100).toFixed(2)

/** The page on which a card's bank asks for its code. */
export const secureCodePage = (payment: Payment, wrong: boolean): string =>
  page(
    'Confirm the payment',
    `<h1>Your bank asks: is this you?</h1>
<p>${escaped(payment.description)}: ${amountOf(payment)}, card ending in ${escaped(payment.card?.last4 ?? '')}.</p>
<form method="post">
${wrong ? '<p role="alert">The code is wrong.</p>' : ''}
<label for="code">Code from the SMS (in this sandbox: ${rightCode})</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" autofocus>
<button name="answer" value="yes">Confirm</button>
<button name="answer" value="no" formnovalidate>Refuse</button>
</form>`,
  )

/** The page that stands for the driver's bank application. */
export const fastPaymentPage = (payment: Payment): string =>
  page(
    'Pay by SBP',
    `<h1>Your bank: payment by SBP</h1>
<p>${escaped(payment.description)}: ${amountOf(payment)}.</p>
<form method="post">
<button name="answer" value="yes">Pay</button>
<button name="answer" value="no">Refuse</button>
</form>`,
  )

export const endedPage = (): string =>
  page(
    'Nothing to confirm',
    '<h1>There is nothing to confirm here.</h1><p>Go back to the page of the payment.</p>',
  )

/** The page that stands for the operator of fiscal data. */
export const receiptPage = ({ kind, total, document, drive, sign, at }: TillReceipt): string =>
  page(
    `Receipt ${document}`,
    `<h1>Receipt ${document}</h1>
<p>${kind === 'income' ? 'Income' : 'Return of income'}: ${(total / 100).toFixed(2)}</p>
<p>Fiscal drive ${escaped(drive)}, sign ${escaped(sign)}, ${escaped(at)}.</p>
<p>This till is there to try things with: the receipt has no validity.</p>`,
  )
