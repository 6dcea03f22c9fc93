import { expect, test } from 'vitest'
import { answerTo, vendorOf } from './vendors.ts'

test.each([
  ['autoenterprise', 'autoenterprise'],
  ['AutoEnterprise', 'autoenterprise'],
  ['Other Vendor', 'Other Vendor'],
  ['', ''],
])('the vendor %s is kept as %s', (vendorId, kept) => {
  expect(vendorOf(vendorId)).toBe(kept)
})

test.each([
  ['autoenterprise', 'log', 'Accepted'],
  ['AUTOENTERPRISE', 'miscInfo', 'Accepted'],
  ['autoenterprise', 'extendedMeterValues', 'Accepted'],
  ['autoenterprise', 'Log', 'UnknownMessageId'],
  ['autoenterprise', '', 'UnknownMessageId'],
  ['autoenterprise', undefined, 'UnknownMessageId'],
  ['other', 'log', 'UnknownVendorId'],
  ['other', undefined, 'UnknownVendorId'],
])('DataTransfer %s %s is answered with %s', (vendorId, messageId, answer) => {
  expect(
    answerTo({
      type: 'vendor.message',
      vendorId,
      content: null,
      ...(messageId !== undefined && { messageId }),
    }),
  ).toBe(answer)
})
