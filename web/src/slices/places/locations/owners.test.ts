import { expect, test } from 'vitest'
import { byOwner } from './owners.ts'

const owned = (id: number, first: string | null, last: string | null, email: string | null) => ({
  id,
  owner_id: id,
  owner_first_name: first,
  owner_last_name: last,
  owner_email: email,
})

test('locations are grouped by the name of their owner, else the e-mail, those without one last', () => {
  const groups = byOwner([
    owned(1, null, null, null),
    owned(2, 'Olga', 'Zimina', 'o@example.com'),
    owned(3, null, null, 'a@example.com'),
    owned(4, 'Olga', 'Zimina', 'o@example.com'),
  ])
  expect(groups.map(({ owner, locations }) => [owner, locations.map(({ id }) => id)])).toEqual([
    ['a@example.com', [3]],
    ['Olga Zimina', [2, 4]],
    ['', [1]],
  ])
})
