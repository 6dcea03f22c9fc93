import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** argon2id with the library's parameters (19 MiB, 2 passes): OWASP's recommendation. */
export const hashPassword = (password: string): Promise<string> => hash(password)

let nobodys: Promise<string> | undefined

/** Whether a password fits a hash. Without a hash it is false after the same time, so that the time does not show whether an account exists. */
export async function checkPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  nobodys ??= hash(randomBytes(16))
  const fits = await verify(passwordHash ?? (await nobodys), password)
  return fits && typeof passwordHash === 'string'
}
