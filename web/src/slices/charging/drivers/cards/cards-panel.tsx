import { ActionIcon, Button } from '@mantine/core'
import type { Driver } from '@stationmaster/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { When } from '../../../../ui/dates/when.tsx'
import { Dash } from '../../../../ui/figures/quantity.tsx'
import { Badge } from '../../../../ui/figures/status.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { IconPencil } from '../../../../ui/pictures/icons.ts'
import { type Column, DataTable, ListRow } from '../../../../ui/tables/data-table.tsx'
import classes from '../drivers.module.css'
import { type Card, CardDialog } from './card-dialog.tsx'

interface CardsPanelProps {
  driver: Driver
  administers: boolean
}

/** The charging cards of a driver, which administrators add and change; `#cards` in the address leads here. */
export function CardsPanel({ driver: { id, tokens }, administers }: CardsPanelProps) {
  const { t } = useTranslation()
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<Card | 'new' | null>(null)
  useEffect(() => {
    if (location.hash === '#cards') panel.current?.scrollIntoView()
  }, [])
  const add = administers && (
    <Button size="xs" variant="default" onClick={() => setOpen('new')}>
      {t('drivers.cards.add')}
    </Button>
  )
  return (
    <div ref={panel}>
      <Panel title={t('drivers.cards.title')} count={tokens.length} actions={add} flush>
        <CardsTable cards={tokens} onChange={administers ? setOpen : undefined} />
      </Panel>
      {open && <CardDialog driverId={id} card={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </div>
  )
}

interface CardsTableProps {
  cards: Card[]
  /** undefined: who looks may change none */
  onChange: ((card: Card) => void) | undefined
}

function CardsTable({ cards, onChange }: CardsTableProps) {
  const { t } = useTranslation()
  const state = ({ blocked }: Card) => (
    <Badge tone={blocked ? 'red' : 'green'}>
      {t(blocked ? 'drivers.state.blocked' : 'drivers.state.good')}
    </Badge>
  )
  const until = ({ expires_at }: Card) =>
    expires_at ? <When at={expires_at} style="day" /> : t('drivers.cards.always')
  const deeds = (card: Card) =>
    onChange && (
      <ActionIcon
        variant="subtle"
        aria-label={t('drivers.cards.changeOf', { token: card.token })}
        onClick={() => onChange(card)}
      >
        <IconPencil size={16} />
      </ActionIcon>
    )
  const columns: Column<Card>[] = [
    { key: 'token', head: t('drivers.cards.number'), grows: true, cell: ({ token }) => token },
    {
      key: 'group',
      head: t('drivers.cards.group'),
      cell: ({ group }) => group ?? <Dash label={t('common.noValue')} />,
    },
    { key: 'until', head: t('drivers.cards.until'), cell: until },
    { key: 'state', head: t('drivers.columns.state'), cell: state },
    { key: 'deeds', head: t('drivers.groups.deeds'), silent: true, align: 'right', cell: deeds },
  ]
  return (
    <DataTable
      label={t('drivers.cards.title')}
      columns={columns}
      rows={cards}
      rowKey={({ token }) => token}
      phoneRow={(card) => (
        <ListRow top={card.token} bottom={until(card)} right={state(card)} rightBottom={deeds(card)} />
      )}
      empty={<p className={classes.empty}>{t('drivers.cards.empty')}</p>}
    />
  )
}
