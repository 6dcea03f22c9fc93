import { expect, test } from 'vitest'
import { loggedRequest } from './logged-request.ts'

test.each([
  [
    '/api/v1/auth/manager/password-change-requests/aB3_-x',
    '/api/v1/auth/manager/password-change-requests/***',
  ],
  [`/api/v1/downloads?ticket=${'eyJ'.repeat(30)}.${'f0'.repeat(32)}`, '/api/v1/downloads?ticket=***'],
  ['/api/v1/uploads/12.R3f', '/api/v1/uploads/***'],
  [`/api/v1/uploads/12.${'x'.repeat(32)}/station.log?a=b`, '/api/v1/uploads/***/station.log?a=b'],
  [`/API/v1/Uploads/12.${'x'.repeat(32)}`, '/API/v1/Uploads/***'],
  [`/api/v1/files/${'n'.repeat(22)}`, '/api/v1/files/***'],
  ['/api/v1/files/abc#d/e', '/api/v1/files/***#d/e'],
  ['/api/v1/files/?a=b', '/api/v1/files/***?a=b'],
  ['/api/v1/firmware-files/7.abc.def/a.bin', '/api/v1/firmware-files/***/a.bin'],
  ['/api/v1/id-tokens/04A1', '/api/v1/id-tokens/***'],
  ['/api/v1/pay/abc/offer', '/api/v1/pay/***/offer'],
  ['/pay/abc', '/pay/***'],
  ['/auth/keep-email/abc', '/auth/keep-email/***'],
  ['/auth/password-change/abc', '/auth/password-change/***'],
  // only where the path begins with it
  ['/other/pay/abc', '/other/pay/abc'],
  ['/api/v1/orders?Token=a&b=1&TICKET=c&token=', '/api/v1/orders?Token=***&b=1&TICKET=***&token=***'],
  ['/api/v1/orders?mytoken=a&tokens=b', '/api/v1/orders?mytoken=a&tokens=b'],
  ['/auth/verify-email/abc?next=1&token=def#x', '/auth/verify-email/***?next=1&token=***#x'],
  [
    `/api/v1/stations/${'A'.repeat(48)}?mode=full&search=${'b'.repeat(60)}`,
    `/api/v1/stations/${'A'.repeat(48)}?mode=full&search=${'b'.repeat(60)}`,
  ],
])('%s', (url, logged) => {
  expect(loggedRequest({ method: 'GET', url, remoteAddress: '10.0.0.1' })).toEqual({
    method: 'GET',
    url: logged,
    remoteAddress: '10.0.0.1',
  })
})
