import type { PlanRoom } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { session } from '../../../../api/session.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import classes from './monetize.module.css'
import { roomQuery } from './room-query.ts'

/** Says before a new station's price is entered whether the plan of its owner lets it earn, and what room in it costs. */
export function RoomNote({ locationId }: { locationId: number }) {
  const { data: room } = useQuery(roomQuery(locationId))
  return room?.owner ? <Note room={room} owner={room.owner.name} /> : null
}

function Note({ room, owner }: { room: PlanRoom; owner: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { quantity, earning, hindrance, more } = room
  if (hindrance === 'admission')
    return <p className={classes.note}>{t('stations.room.note.admission', { owner })}</p>
  if (quantity === null) return <p className={classes.note}>{t('stations.room.note.none', { owner })}</p>
  const counts = { owner, earning: format.number(earning), quantity: format.number(quantity) }
  if (earning < quantity) {
    // a manager's station is free of charge until it is set to paid
    const way = session.get()?.manager?.role === 'administrator' ? 'roomEarns' : 'roomLater'
    return <p className={classes.note}>{t(`stations.room.note.${way}`, counts)}</p>
  }
  return (
    <p className={classes.note}>
      {t('stations.room.note.full', counts)}{' '}
      {more &&
        t('stations.room.note.cost', {
          charge: format.money(more.charge),
          day: format.when(new Date(more.period_end), 'day'),
          fee: `${format.money(more.fee)} ${t(`plan.per.${more.frequency}`)}`,
          before: format.money(more.fee_before),
        })}
    </p>
  )
}
