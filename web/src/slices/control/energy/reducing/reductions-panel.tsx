import { Button } from '@mantine/core'
import type { EnergyReduction, EnergyView } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { FormatMenu } from '../../../../ui/download/format-menu.tsx'
import { FormError } from '../../../../ui/forms/form-error.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { reductionsQuery, useReductionActions } from '../energy-queries.ts'
import limits from '../limits/limits.module.css'
import { useEnergyWords } from '../use-energy-words.ts'
import { ReductionDialog } from './reduction-dialog.tsx'
import { ReductionLine } from './reduction-line.tsx'
import classes from './reductions.module.css'

interface ReductionsPanelProps {
  locationId: number
  timeZone: string
  view: EnergyView
}

const few = 5
const most = 500

/** What the grid operator has taken back here, and what came of it; nothing where that is off and never was. */
export function ReductionsPanel({ locationId, timeZone, view }: ReductionsPanelProps) {
  const { t } = useTranslation()
  const words = useEnergyWords()
  const [limit, setLimit] = useState(few)
  const [isEntering, setEntering] = useState(false)
  const query = useQuery(reductionsQuery(locationId, limit))
  const { download, end } = useReductionActions(locationId)
  const guaranteedW = view.site?.guaranteed_w ?? null
  const { items, total } = query.data ?? { items: [], total: 0 }
  if (guaranteedW === null && total === 0) return null
  const error = [end, download, query].find((one) => one.isError)?.error
  return (
    <Panel
      title={t('gridReductions.title')}
      count={total || undefined}
      actions={
        <>
          {total > 0 && <FormatMenu size="xs" loading={download.isPending} onChoose={download.mutate} />}
          {view.can.edit && guaranteedW !== null && (
            <Button size="xs" variant="default" onClick={() => setEntering(true)}>
              {t('gridReductions.enter')}
            </Button>
          )}
        </>
      }
    >
      {error && <FormError error={error} />}
      <p className={classes.note}>
        {guaranteedW === null
          ? t('gridReductions.off')
          : t('gridReductions.guaranteed', { least: words.kilowatts(guaranteedW) })}
      </p>
      <Lines items={items} timeZone={timeZone} end={view.can.edit ? end : null} />
      {total > items.length && limit < most && (
        <Button className={classes.more!} size="xs" variant="subtle" onClick={() => setLimit(most)}>
          {t('gridReductions.all')}
        </Button>
      )}
      {isEntering && guaranteedW !== null && (
        <ReductionDialog
          locationId={locationId}
          timeZone={timeZone}
          guaranteedW={guaranteedW}
          onClose={() => setEntering(false)}
        />
      )}
    </Panel>
  )
}

interface LinesProps {
  items: readonly EnergyReduction[]
  timeZone: string
  /** null: who looks may not end them */
  end: ReturnType<typeof useReductionActions>['end'] | null
}

/** The reductions, each with the button that ends it. */
function Lines({ items, timeZone, end }: LinesProps) {
  const { t } = useTranslation()
  if (items.length === 0) return <p className={classes.note}>{t('gridReductions.none')}</p>
  return (
    <ul className={classes.list} aria-label={t('gridReductions.title')}>
      {items.map((one) => (
        <li key={one.id} className={limits.limit}>
          <ReductionLine reduction={one} timeZone={timeZone} />
          {end && one.state !== 'over' && (
            <ChangeButton
              size="xs"
              variant="default"
              loading={end.isPending && end.variables === one.id}
              onClick={() => end.mutate(one.id)}
            >
              {t(one.state === 'holds' ? 'energy.limits.end' : 'gridReductions.drop')}
            </ChangeButton>
          )}
        </li>
      ))}
    </ul>
  )
}
