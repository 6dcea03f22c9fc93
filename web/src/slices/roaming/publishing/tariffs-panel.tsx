import { Button } from '@mantine/core'
import type { RoamingTariff } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { type Column, DataTable, ListRow } from '../../../ui/tables/data-table.tsx'
import { lossNames, TariffLosses } from './losses.tsx'
import { TariffsDialog } from './publish-dialog.tsx'
import { PublishSwitch } from './publish-switch.tsx'
import classes from './publishing.module.css'
import { roamingTariffsQuery, usePublish } from './publishing-queries.ts'
import { AllBox, PickedBar, RowBox, usePicked } from './selection.tsx'

/** Tariffs of the published locations with their switches; what partners cannot know of one is said before it is published. */
export function TariffsPanel() {
  const { t } = useTranslation()
  const query = useQuery(roamingTariffsQuery)
  const among = usePicked(query.data)
  const publish = usePublish('tariffs')
  const [deciding, setDeciding] = useState<{ rows: readonly RoamingTariff[]; published: boolean } | null>(
    null,
  )
  const switchOf = (row: RoamingTariff) => (
    <PublishSwitch
      row={row}
      publish={publish}
      onPublish={
        lossNames(row.losses).length > 0 ? () => setDeciding({ rows: [row], published: true }) : undefined
      }
    />
  )
  const columns = useColumns(among, switchOf)
  return (
    <Panel title={t('publishing.tariffs.title')} count={query.data?.length} flush>
      <p className={classes.about}>{t('publishing.tariffs.about')}</p>
      {publish.isError && <FormError error={publish.error} />}
      {query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          label={t('publishing.tariffs.title')}
          columns={columns}
          rows={query.data}
          rowKey={({ id }) => id}
          empty={<None />}
          phoneRow={(row) => (
            <ListRow
              top={
                <span className={classes.picking}>
                  <RowBox id={row.id} name={row.name} among={among} />
                  <span className={classes.name}>{row.name}</span>
                </span>
              }
              bottom={<LossCount row={row} />}
              right={switchOf(row)}
            />
          )}
        />
      )}
      <PickedBar among={among} onPublish={(published) => setDeciding({ rows: among.picked, published })} />
      {deciding && (
        <TariffsDialog
          {...deciding}
          onDone={() => {
            setDeciding(null)
            among.clear()
          }}
          onClose={() => setDeciding(null)}
        />
      )}
    </Panel>
  )
}

function None() {
  const { t } = useTranslation()
  return (
    <EmptyState
      drawing="calm"
      title={t('publishing.tariffs.none')}
      text={t('publishing.tariffs.noneText')}
      action={
        <Button variant="default" component={Link} to="/roaming/locations">
          {t('publishing.tariffs.toLocations')}
        </Button>
      }
    />
  )
}

function useColumns(
  among: ReturnType<typeof usePicked<RoamingTariff>>,
  switchOf: (row: RoamingTariff) => ReactNode,
): Column<RoamingTariff>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'pick',
      head: t('publishing.pickAll'),
      headCell: <AllBox among={among} />,
      width: 48,
      cell: ({ id, name }) => <RowBox id={id} name={name} among={among} />,
    },
    {
      key: 'name',
      head: t('publishing.columns.tariff'),
      cell: ({ name }) => <span className={classes.name}>{name}</span>,
    },
    {
      key: 'losses',
      head: t('publishing.columns.losses'),
      grows: true,
      cell: (row) =>
        lossNames(row.losses).length > 0 ? <TariffLosses losses={row.losses} /> : <LossCount row={row} />,
    },
    { key: 'published', head: t('publishing.columns.shown'), align: 'right', cell: switchOf },
  ]
}

/** How much partners cannot know of a tariff, in a word. */
function LossCount({ row: { losses } }: { row: RoamingTariff }) {
  const { t } = useTranslation()
  const count = lossNames(losses).length
  return count === 0 ? t('publishing.tariffs.whole') : t('publishing.tariffs.lost', { count, n: count })
}
