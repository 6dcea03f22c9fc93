import { MINUTE_MS } from '@stationmaster/units'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { insertPastReviews } from '../../charging/feedback/store.ts'
import { listRated } from './store.ts'

/** Ratings and comments of drivers. */
const comments: readonly (readonly [rating: number, comment: string])[] = [
  [5, 'Зарядился за двадцать минут, рядом кафе. Отлично!'],
  [4, 'Всё работает, но вечером бывает очередь.'],
  [5, ''],
  [2, 'Кабель короткий, пришлось парковаться задом.'],
  [5, 'Schnell und unkompliziert, gerne wieder.'],
  [4, 'Gut beleuchtet, aber schwer zu finden.'],
  [5, 'Удобно платить по ссылке.'],
  [3, 'Мощность ниже заявленной.'],
  [4, ''],
  [1, 'Экран не реагировал, помог оператор по телефону.'],
]
const answer = 'Спасибо, что написали. Мы уже занимаемся этим.'
/** one of 12 sessions is rated */
const sessionsPerReview = 12
/** how many of the last reviews are unread */
const unread = 2

/** Adds drivers' reviews of past sessions. A bad review that was read has an answer. */
export async function rateSessions(db: Db, by: number): Promise<void> {
  const rated = await listRated(db, sessionsPerReview)
  const reviews = rated.map(({ endedAt, ...order }, index) => {
    // the remainder is within the list
    const [rating, comment] = comments[(index * 7) % comments.length]!
    const at = new Date(endedAt.getTime() + MINUTE_MS)
    const isRead = index < rated.length - unread
    const answered = isRead && rating <= 2 ? { answer, answeredBy: by } : { answer: null, answeredBy: null }
    return { ...order, rating, comment, at, seenAt: isRead ? at : null, ...answered }
  })
  await inTransaction(db, (tx) => insertPastReviews(tx, reviews))
}
