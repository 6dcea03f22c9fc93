import type { Driver } from '@stationmaster/contract'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { When } from '../../../ui/dates/when.tsx'
import { Dash } from '../../../ui/figures/quantity.tsx'
import { Badge } from '../../../ui/figures/status.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { DataTable, ListRow } from '../../../ui/tables/data-table.tsx'
import classes from './drivers.module.css'

type Card = Driver['tokens'][number]

/** The charging cards of a driver; `#cards` in the address leads here. */
export function TokensPanel({ driver: { tokens } }: { driver: Driver }) {
  const { t } = useTranslation()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (location.hash === '#cards') panel.current?.scrollIntoView()
  }, [])
  const state = ({ blocked }: Card) => (
    <Badge tone={blocked ? 'red' : 'green'}>
      {t(blocked ? 'drivers.state.blocked' : 'drivers.state.good')}
    </Badge>
  )
  const until = ({ expires_at }: Card) =>
    expires_at ? <When at={expires_at} style="day" /> : t('drivers.cards.always')
  return (
    <div ref={panel}>
      <Panel title={t('drivers.cards.title')} count={tokens.length} flush>
        <DataTable
          label={t('drivers.cards.title')}
          columns={[
            { key: 'token', head: t('drivers.cards.number'), grows: true, cell: ({ token }: Card) => token },
            {
              key: 'group',
              head: t('drivers.cards.group'),
              cell: ({ group }) => group ?? <Dash label={t('common.noValue')} />,
            },
            { key: 'until', head: t('drivers.cards.until'), cell: until },
            { key: 'state', head: t('drivers.columns.state'), cell: state },
          ]}
          rows={tokens}
          rowKey={({ token }) => token}
          phoneRow={(card) => <ListRow top={card.token} bottom={until(card)} right={state(card)} />}
          empty={<p className={classes.empty}>{t('drivers.cards.empty')}</p>}
        />
      </Panel>
    </div>
  )
}
