import type { Manager } from '@stationmaster/contract'
import { useState } from 'react'
import classes from './avatar.module.css'

export type Pictured = Pick<Manager, 'first_name' | 'last_name' | 'email' | 'avatar_url' | 'role'>

/** First and last name, else the e-mail. */
export const nameOf = ({ first_name, last_name, email }: Omit<Pictured, 'avatar_url' | 'role'>): string =>
  `${first_name} ${last_name}`.trim() || email

const initialsOf = ({ first_name, last_name, email }: Pictured): string =>
  (first_name.charAt(0) + last_name.charAt(0) || email.charAt(0)).toUpperCase()

/** A person's picture, else, or while it cannot be read, the initials; an administrator's has a red border (domain.md#screens). */
export function Avatar({ person, size = 32 }: { person: Pictured; size?: number }) {
  const { avatar_url: picture } = person
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <span
      className={classes.avatar}
      data-administrator={person.role === 'administrator' || undefined}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.375) }}
      aria-hidden="true"
    >
      {picture && picture !== broken ? (
        <img src={picture} alt="" onError={() => setBroken(picture)} />
      ) : (
        initialsOf(person)
      )}
    </span>
  )
}
