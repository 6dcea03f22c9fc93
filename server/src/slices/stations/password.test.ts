import { versions } from '@stationmaster/ocpp'
import { expect, test } from 'vitest'
import { drawPassword } from './password.ts'

test('passwords fit what both versions take, and are all different', () => {
  const drawn = Array.from({ length: 2_000 }, drawPassword)
  expect(new Set(drawn).size).toBe(drawn.length)
  for (const password of drawn) {
    // bytes of 1.6's AuthorizationKey: 16 to 20; 2.0.1's BasicAuthPassword: 16 to 40 of passwordString
    expect(Buffer.byteLength(password)).toBe(20)
    expect(password).toMatch(/^[A-Za-z2-9]{16,40}$/)
  }
})

test('a password is set as it is shown, in 1.6 by the digits of its bytes', () => {
  const password = drawPassword()
  const told = (protocol: 'ocpp1.6' | 'ocpp2.0.1') => versions[protocol].tasks.password(password)
  const [old, young] = [told('ocpp1.6'), told('ocpp2.0.1')]
  expect(old.sends).toMatchObject({ value: Buffer.from(password).toString('hex') })
  expect(old.readings[0]).toEqual(Buffer.from(password))
  expect(young.sends).toMatchObject({ value: password })
  expect(young.readings).toEqual([Buffer.from(password)])
})
