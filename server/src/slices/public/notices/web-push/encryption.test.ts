import { expect, test } from 'vitest'
import { encrypt } from './encryption.ts'

// RFC 8291, appendix A
const example = {
  text: 'When I grow up, I want to be a watermelon',
  publicKey: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  authSecret: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  message:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

test('a message is what the standard makes of its example', () => {
  const drawn = {
    salt: Buffer.from(example.salt, 'base64url'),
    privateKey: Buffer.from(example.privateKey, 'base64url'),
  }
  expect(encrypt(example.text, example, drawn).toString('base64url')).toBe(example.message)
})

test('two messages of one text differ, and a key that is no point is refused', () => {
  expect(encrypt('a', example)).not.toEqual(encrypt('a', example))
  expect(() => encrypt('a', { ...example, publicKey: Buffer.alloc(65, 4).toString('base64url') })).toThrow()
})
