import { Text } from '@mantine/core'
import type { FreedStations } from '@stationmaster/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, codeOf } from '../../api/calls/api-error.ts'
import { useChange } from '../../api/use-change.ts'
import { stationNumber } from '../../i18n/format.ts'
import { Money } from '../figures/quantity.tsx'
import { FormDialog } from './form-dialog.tsx'
import classes from './free-consent.module.css'

/** A call that may make stations free of charge; it gets those that a person agreed to. */
type Act<T> = (freeStations?: string[]) => Promise<T>

interface Waiting {
  freed: FreedStations['stations']
  retry: (ids: string[]) => Promise<void>
  giveUp: () => void
}

/**
 * Makes calls by which paid stations would become free of charge: `agree` asks in `dialog` then, with their names and what they
 * brought last month, and makes the call once more for those that were shown. `note` says there what else follows.
 */
export function useFreeConsent(note?: ReactNode): {
  agree: <T>(act: Act<T>) => Promise<T>
  dialog: ReactNode
} {
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const ask = <T,>(act: Act<T>, refusal: unknown): Promise<T> => {
    if (!(refusal instanceof ApiError) || codeOf(refusal) !== 'station.would_be_free') throw refusal
    return new Promise<T>((resolve, reject) => {
      const end = (finish: () => void) => {
        setWaiting(null)
        finish()
      }
      setWaiting({
        freed: (refusal.details as FreedStations).stations,
        retry: (ids) =>
          act(ids).then(
            (answer) => end(() => resolve(answer)),
            // other stations have become paid meanwhile: the dialog asks about them as well
            (error: unknown) => {
              if (codeOf(error) === 'network.unreachable') throw error
              end(() => resolve(Promise.resolve().then(() => ask(act, error))))
            },
          ),
        giveUp: () => end(() => reject(refusal)),
      })
    })
  }
  const agree = <T,>(act: Act<T>): Promise<T> => act().catch((refusal: unknown) => ask(act, refusal))
  return { agree, dialog: waiting && <ConsentDialog {...waiting} note={note} /> }
}

function ConsentDialog({ freed, retry, giveUp, note }: Waiting & { note: ReactNode }) {
  const { t } = useTranslation()
  const sum = freed.reduce((minor, { captured }) => minor + captured, 0)
  return (
    <FormDialog
      title={t('stations.wouldBeFree.title', { count: freed.length })}
      action={t('stations.wouldBeFree.action')}
      hurts
      body={freed.map(({ id }) => id)}
      change={useChange({ mutationFn: retry })}
      onClose={giveUp}
    >
      <Text size="md">{t('stations.wouldBeFree.text', { count: freed.length })}</Text>
      <ul className={classes.list} aria-label={t('stations.wouldBeFree.list')}>
        {freed.map(({ id, number, location_name, captured }) => (
          <li key={id} className={classes.row}>
            <span className={classes.name}>
              <b>{stationNumber(number)}</b> {id}
              <span className={classes.place}>{location_name}</span>
            </span>
            <span className={classes.money}>
              <Money minor={captured} unit />
            </span>
          </li>
        ))}
      </ul>
      {freed.length > 1 && (
        <p className={classes.sum}>
          {t('stations.wouldBeFree.sum')}
          <b>
            <Money minor={sum} unit />
          </b>
        </p>
      )}
      <p className={classes.note}>{t('stations.wouldBeFree.when')}</p>
      {note && <p className={classes.note}>{note}</p>}
    </FormDialog>
  )
}
