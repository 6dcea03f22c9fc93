import { Button, Skeleton } from '@mantine/core'
import type { LocationPricing } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { Panel } from '../../../ui/frame/panel.tsx'
import { IconClock, IconPencil } from '../../../ui/pictures/icons.ts'
import { CommandAnswer } from '../../../ui/states/command-answer.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { Help } from '../../../ui/words/help.tsx'
import { beyondEnergy } from './form/ad-hoc.ts'
import { AdHocWarning } from './form/ad-hoc-warning.tsx'
import { PriceDialog } from './form/price-dialog.tsx'
import { useKindLabel } from './kind-label.tsx'
import { PriceWords } from './price-words.tsx'
import { pricingQuery } from './pricing-query.ts'
import classes from './tariff-panel.module.css'
import { WeekPicture } from './week/week-picture.tsx'

/** How many changes a panel or a history shows at first. */
export const firstChanges = 20

interface TariffPanelProps {
  locationId: number
  /** only this station's connectors are shown; it may have its own price */
  stationId?: string
  /** false: sessions are free of charge, whatever the tariff says */
  monetized?: boolean
  /** A link to more, below the prices. */
  more?: ReactNode
  orderLink: (id: number) => ReactNode
}

/** Present and planned prices of a location's connectors, with a form for a new price. */
export function TariffPanel({ locationId, stationId, monetized = true, more, orderLink }: TariffPanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const query = useQuery(pricingQuery(locationId, firstChanges, stationId))
  const [editing, setEditing] = useState(false)
  const [changed, setChanged] = useState<number | null>(null)
  const pricing = query.data
  return (
    <Panel
      title={t('tariffs.panel.title')}
      actions={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPencil size={14} stroke={1.75} />}
          disabled={!pricing}
          onClick={() => setEditing(true)}
        >
          {t('tariffs.panel.change')}
        </Button>
      }
    >
      {!monetized && <p className={classes.off}>{t('tariffs.panel.notMonetized')}</p>}
      {changed !== null && (
        <CommandAnswer good onClose={() => setChanged(null)}>
          {t('tariffs.changed', { count: changed, n: format.number(changed) })}
        </CommandAnswer>
      )}
      {pricing ? (
        <Prices pricing={pricing} />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div aria-busy="true">
          <Skeleton height={14} my={10} width="70%" />
          <Skeleton height={14} my={10} width="55%" />
        </div>
      )}
      <p className={classes.who}>
        {t('tariffs.panel.whoSets')} <Help term="tariff" />
      </p>
      {more}
      {pricing && (
        <PriceDialog
          opened={editing}
          locationId={locationId}
          {...(stationId === undefined ? {} : { stationId })}
          pricing={pricing}
          orderLink={orderLink}
          onClose={() => setEditing(false)}
          onChanged={setChanged}
        />
      )}
    </Panel>
  )
}

/** What stations that reckon by themselves cannot know of a price; nothing where they know it whole, or where there is none. */
function AtStation({ obstacles, gaps }: LocationPricing['connectors'][number]['at_station']) {
  const { t } = useTranslation()
  const why = obstacles
    .filter((one) => one !== 'no_price')
    .map((one) => t(`tariffs.atStation.obstacle.${one}`))
  const what = gaps.map((one) => t(`tariffs.atStation.gap.${one}`))
  if (why.length > 0)
    return <p className={classes.who}>{t('tariffs.atStation.untold', { why: why.join('; ') })}</p>
  if (obstacles.length > 0 || what.length === 0) return null
  return <p className={classes.who}>{t('tariffs.atStation.unknown', { what: what.join('; ') })}</p>
}

function Prices({ pricing: { connectors, changes, time_zone: zone } }: { pricing: LocationPricing }) {
  const { t } = useTranslation()
  const format = useFormat()
  const labelOf = useKindLabel()
  const planned = changes
    .filter((one) => one.state === 'planned' && one.valid_to !== one.valid_from)
    .toReversed()
  if (connectors.length === 0) return <p className={classes.quiet}>{t('tariffs.panel.noConnectors')}</p>
  return (
    <>
      <ul className={classes.list}>
        {connectors.map((kind) => (
          <li key={JSON.stringify(kind)} className={classes.kind}>
            <span className={classes.name}>
              {labelOf(kind)}
              <span className={classes.count}> × {format.number(kind.count)}</span>
            </span>
            <PriceWords price={kind} />
            <AtStation {...kind.at_station} />
            <AdHocWarning components={beyondEnergy(kind, [kind.power])} />
            {kind.windows.length > 0 && (
              <div className={classes.week}>
                <WeekPicture windows={kind.windows} base={kind.tariff} />
              </div>
            )}
          </li>
        ))}
      </ul>
      {planned.map((change) => (
        <p key={change.id} className={classes.planned}>
          <IconClock size={16} stroke={1.75} aria-hidden="true" />
          <span>
            {t('tariffs.panel.from', { moment: format.when(new Date(change.valid_from), 'full', zone) })}:{' '}
            {[change.station && t('tariffs.ofStation'), labelOf(change)].filter(Boolean).join(' · ')} —{' '}
            <PriceWords price={change} />
          </span>
        </p>
      ))}
    </>
  )
}
