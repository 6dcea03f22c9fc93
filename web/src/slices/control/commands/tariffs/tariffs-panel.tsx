import type { EvseTariff, StationTaskState } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../../../i18n/use-answer.ts'
import { When } from '../../../../ui/dates/when.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import classes from './tariffs-panel.module.css'

type Known = NonNullable<StationTaskState['tariffs']>

/** The prices with which a station reckons by itself, and what it cannot know. */
export function TariffsPanel({ tariffs }: { tariffs: Known }) {
  const { t } = useTranslation()
  const answer = useAnswer()
  const { state, due_at: dueAt, synced_at: syncedAt } = tariffs
  const at = state === 'failed' || state === 'off' ? dueAt : state === 'in_step' ? syncedAt : null
  const said = tariffs.answer === null ? '' : answer(tariffs.answer)
  return (
    <Panel title={t('tasks.tariffs.title')}>
      <p className={classes.quiet}>{t('tasks.tariffs.text')}</p>
      <p>
        {t(`tasks.tariffs.state.${state}`, { answer: said })} {at && <When at={at} />}
      </p>
      {tariffs.evses.length > 0 && (
        <ul className={classes.list}>
          {tariffs.evses.map((one) => (
            <li key={one.evse}>
              <span className={classes.name}>{t('tasks.tariffs.evse', { evse: one.evse })}</span>
              <OfEvse known={one} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function OfEvse({ known: { id, since, next, obstacles, gaps, refused } }: { known: EvseTariff }) {
  const { t } = useTranslation()
  const answer = useAnswer()
  const inWords = (words: string[]) => words.join('; ')
  return (
    <>
      {id !== null && since !== null && (
        <p>
          {t('tasks.tariffs.has')} <When at={since} />
        </p>
      )}
      {next && (
        <p>
          {t('tasks.tariffs.next')} <When at={next.from} />
        </p>
      )}
      {refused !== null && <p>{t('tasks.tariffs.refused', { answer: answer(refused) })}</p>}
      {obstacles.length > 0 && (
        <p>
          {t('tasks.tariffs.untold', {
            why: inWords(obstacles.map((one) => t(`tariffs.atStation.obstacle.${one}`))),
          })}
        </p>
      )}
      {id !== null && gaps.length > 0 && (
        <p className={classes.quiet}>
          {t('tasks.tariffs.unknown', {
            what: inWords(gaps.map((one) => t(`tariffs.atStation.gap.${one}`))),
          })}
        </p>
      )}
    </>
  )
}
