import type { ReceiptContent } from './port.ts'

/** A session of 300.50 with 22 % VAT that a driver paid at a provider. */
export const aContent = (changes: Partial<ReceiptContent> = {}): ReceiptContent => ({
  kind: 'income',
  settlement: 'payment',
  totalMinor: 30_050,
  seller: { name: 'ООО Сеть', inn: '7707083893', taxSystem: 'osn', address: 'Тверь' },
  lines: [
    { name: 'Зарядка электромобиля', amountMinor: 30_050, vatBp: 2200, vatMinor: 5419, supplier: null },
  ],
  customer: { email: 'driver@example.com' },
  money: { paymentRef: 'payment-1', refundRef: null },
  ...changes,
})
