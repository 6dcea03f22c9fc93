import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** argon2id with the library's parameters (19 MiB, 2 passes): OWASP's recommendation. */
export const hashPassword = (password: string): Promise<string> => hash(password)

let nobodys: Promise<string> | undefined

/** Whether a password fits a hash; without one it takes the same time and answers false, so that time tells nobody who exists. */
export async function checkPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  nobodys ??= hash(randomBytes(16))
  const fits = await verify(passwordHash ?? (await nobodys), password)
  return fits && typeof passwordHash === 'string'
}
