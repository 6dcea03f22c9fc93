import { pbkdf2Sync } from 'node:crypto'
import { hashSync } from 'bcryptjs'
import { describe, expect, test } from 'vitest'
import { fitsFormer, isKnownHash } from './former-password.ts'

const password = Buffer.from('a-password-of-20-ch.')

describe('passwords as other systems keep them', () => {
  test('bcrypt, as SteVe has it', async () => {
    const kept = hashSync(password.toString(), 4)
    expect(isKnownHash(kept)).toBe(true)
    expect(await fitsFormer(kept, password)).toBe(true)
    expect(await fitsFormer(kept, Buffer.from('another'))).toBe(false)
  })

  test('PBKDF2, as CitrineOS has it', async () => {
    const hash = pbkdf2Sync(password, 'a1b2', 1000, 64, 'sha512').toString('hex')
    const kept = `PBKDF2:1000:64:sha512:a1b2:${hash}`
    expect(isKnownHash(kept)).toBe(true)
    expect(await fitsFormer(kept, password)).toBe(true)
    expect(await fitsFormer(kept, Buffer.from('another'))).toBe(false)
  })

  test.each([
    'PBKDF2:1000000000:64:sha512:a:00',
    'PBKDF2:1000:64000:sha512:a:00',
    'PBKDF2:1000:64:md5:a:00',
    'PBKDF2:0:64:sha512:a:00',
    '$2a$31$0123456789012345678901',
    'in clear',
    '',
  ])('a hash that asks too much, or is none, fits nothing: %s', async (kept) => {
    expect(await fitsFormer(kept, password)).toBe(false)
  })
})
