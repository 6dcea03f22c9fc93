import { expect, test } from 'vitest'
import { loggedRequest } from './logged-request.ts'

test.each([
  [
    `/api/v1/auth/manager/password-change-requests/${'aB3_-'.repeat(8)}abc`,
    '/auth/manager/password-change-requests/***',
  ],
  [`/api/v1/downloads?ticket=${'eyJ'.repeat(30)}.${'f0'.repeat(32)}`, '/downloads?ticket=***'],
  ['/api/v1/stations/HARBOUR-001?mode=full', '/stations/HARBOUR-001?mode=full'],
])('%s', (url, logged) => {
  expect(loggedRequest({ method: 'GET', url, ip: '10.0.0.1' })).toEqual({
    method: 'GET',
    url: `/api/v1${logged}`,
    remoteAddress: '10.0.0.1',
  })
})
