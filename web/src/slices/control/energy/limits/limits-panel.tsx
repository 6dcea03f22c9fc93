import { Button } from '@mantine/core'
import type { EnergyView } from '@stationmaster/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { When } from '../../../../ui/dates/when.tsx'
import { FormError } from '../../../../ui/forms/form-error.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { useLimitActions } from '../energy-queries.ts'
import { useEnergyWords } from '../use-energy-words.ts'
import { LimitDialog } from './limit-dialog.tsx'
import classes from './limits.module.css'

interface LimitsPanelProps {
  locationId: number
  timeZone: string
  view: EnergyView
  /** leads to the limits by time, for who may change them */
  editLink: ReactNode
}

/** The limits that hold by call, each with the button that ends it. */
export function LimitsPanel({ locationId, timeZone, view, editLink }: LimitsPanelProps) {
  const { t } = useTranslation()
  const { end } = useLimitActions(locationId)
  const [isSetting, setSetting] = useState(false)
  const { limits, circuits, can } = view
  return (
    <Panel
      title={t('energy.limits.title')}
      count={limits.length || undefined}
      actions={
        can.edit && (
          <Button size="xs" variant="default" onClick={() => setSetting(true)}>
            {t('energy.limits.now')}
          </Button>
        )
      }
    >
      {end.isError && <FormError error={end.error} />}
      {limits.length === 0 ? (
        <p className={classes.none}>{t('energy.limits.none')}</p>
      ) : (
        <ul className={classes.list} aria-label={t('energy.limits.title')}>
          {limits.map((limit) => (
            <li key={limit.id} className={classes.limit}>
              <LimitWords limit={limit} circuits={circuits} timeZone={timeZone} />
              {can.edit && (
                <ChangeButton
                  size="xs"
                  variant="default"
                  loading={end.isPending && end.variables === limit.id}
                  onClick={() => end.mutate(limit.id)}
                >
                  {t('energy.limits.end')}
                </ChangeButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {editLink && (
        <p className={classes.none}>
          {t('energy.limits.byTime')} {editLink}
        </p>
      )}
      {isSetting && (
        <LimitDialog
          locationId={locationId}
          timeZone={timeZone}
          circuits={circuits.toSorted((a, b) => Number(a.parent !== null) - Number(b.parent !== null))}
          onClose={() => setSetting(false)}
        />
      )}
    </Panel>
  )
}

interface LimitWordsProps {
  limit: EnergyView['limits'][number]
  circuits: EnergyView['circuits']
  timeZone: string
}

/** What is limited to what, until when, and who said so. */
function LimitWords({ limit, circuits, timeZone }: LimitWordsProps) {
  const { t } = useTranslation()
  const words = useEnergyWords()
  const { circuit, percent, limit_a, until, reason, by } = limit
  const name = circuits.find(({ id }) => id === circuit)?.name ?? circuit
  return (
    <div>
      <p className={classes.words}>
        {t('energy.limits.line', {
          name,
          to: percent === null ? words.amperes(limit_a ?? 0) : `${words.number(percent)}\u00a0%`,
        })}
      </p>
      <p className={classes.quiet}>
        {t('energy.limits.untilShort')} <When at={until} style="dayTime" timeZone={timeZone} />
        {` · ${[reason, by ?? t('energy.limits.byKey')].filter(Boolean).join(' · ')}`}
      </p>
    </div>
  )
}
