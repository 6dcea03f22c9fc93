import { Button, Menu } from '@mantine/core'
import { contract, type SavedView } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../../api/calls/request.ts'
import { useChange } from '../../../../../api/use-change.ts'
import { ConfirmDialog } from '../../../../../ui/forms/confirm-dialog.tsx'
import {
  IconBookmark,
  IconCheck,
  IconChevronDown,
  IconPencil,
  IconPlus,
  IconTrash,
} from '../../../../../ui/pictures/icons.ts'
import { stringifySearch } from '../../../../../ui/tables/search-params.ts'
import { type StationSearch, searchOf } from '../../choosing/filters.ts'
import { ViewDialog } from './view-dialog.tsx'
import { savedViewsQuery, useViewsChanged } from './view-queries.ts'
import classes from './views-menu.module.css'

interface ViewsMenuProps {
  search: StationSearch
  onOpen: (search: StationSearch) => void
}

const icon = { size: 16, stroke: 1.75 } as const

/** The saved views of the station list: opens one, and saves what the list shows as one. */
export function ViewsMenu({ search, onOpen }: ViewsMenuProps) {
  const { t } = useTranslation()
  const { data: views } = useQuery(savedViewsQuery)
  const [openId, setOpenId] = useState<number>()
  const [openDialog, setOpenDialog] = useState<'add' | 'change' | 'remove'>()
  const shown = stringifySearch({ ...search })
  const current =
    views?.find(({ id }) => id === openId) ??
    views?.find((view) => stringifySearch({ ...searchOf(view) }) === shown)
  const open = (view: SavedView | undefined) => {
    setOpenId(view?.id)
    onOpen(view ? searchOf(view) : {})
  }
  useOpening(views, shown, open)
  return (
    <>
      <Menu position="bottom-end" width={260} shadow="md">
        <Menu.Target>
          <Button
            variant="default"
            className={classes.button!}
            leftSection={<IconBookmark {...icon} />}
            rightSection={<IconChevronDown size={14} />}
          >
            {current?.name ?? t('stations.views.label')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Mark on={shown === ''} />} onClick={() => open(undefined)}>
            {t('stations.title')}
          </Menu.Item>
          {views?.map((view) => (
            <ViewItem key={view.id} view={view} isCurrent={view === current} onOpen={open} />
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconPlus {...icon} />} onClick={() => setOpenDialog('add')}>
            {t('stations.views.add')}
          </Menu.Item>
          {current?.can.change && <ChangeItems name={current.name} onOpen={setOpenDialog} />}
        </Menu.Dropdown>
      </Menu>
      {(openDialog === 'add' || (openDialog === 'change' && current)) && (
        <ViewDialog
          search={search}
          view={openDialog === 'change' ? current : undefined}
          onSaved={({ id }) => setOpenId(id)}
          onClose={() => setOpenDialog(undefined)}
        />
      )}
      {openDialog === 'remove' && current && (
        <RemoveDialog view={current} onClose={() => setOpenDialog(undefined)} />
      )}
    </>
  )
}

interface ViewItemProps {
  view: SavedView
  isCurrent: boolean
  onOpen: (view: SavedView) => void
}

function ViewItem({ view, isCurrent, onOpen }: ViewItemProps) {
  return (
    <Menu.Item
      leftSection={<Mark on={isCurrent} />}
      rightSection={<Remark view={view} />}
      onClick={() => onOpen(view)}
    >
      {view.name}
    </Menu.Item>
  )
}

interface ChangeItemsProps {
  name: string
  onOpen: (dialog: 'change' | 'remove') => void
}

/** Changes or removes the open view. */
function ChangeItems({ name, onOpen }: ChangeItemsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => onOpen('change')}>
        {t('stations.views.changeOne', { name })}
      </Menu.Item>
      <Menu.Item leftSection={<IconTrash {...icon} />} onClick={() => onOpen('remove')}>
        {t('stations.views.removeOne', { name })}
      </Menu.Item>
    </>
  )
}

/** The question before a view is removed. */
function RemoveDialog({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const { t } = useTranslation()
  const changed = useViewsChanged()
  const remove = useChange({
    mutationFn: (_: unknown, idempotency) =>
      request(contract.savedViews.remove, { params: { id: view.id }, idempotency }),
    onSettled: changed,
  })
  return (
    <ConfirmDialog
      opened
      title={t('stations.views.removeTitle', { name: view.name })}
      text={t(view.shared ? 'stations.views.removeShared' : 'stations.views.removeText')}
      action={t('stations.remove.action')}
      onConfirm={() => remove.mutate(null)}
      onClose={onClose}
    />
  )
}

const Mark = ({ on }: { on: boolean }) => <IconCheck {...icon} visibility={on ? undefined : 'hidden'} />

/** Whether a view is shared, or the list opens with it. */
function Remark({ view }: { view: SavedView }) {
  const { t } = useTranslation()
  const said = view.shared ? t('stations.views.forAll') : view.opens ? t('stations.views.first') : null
  return <span className={classes.remark}>{said}</span>
}

/** Opens the list once with its default view, unless the URL has filters of its own. */
function useOpening(views: SavedView[] | undefined, shown: string, open: (view: SavedView) => void) {
  const done = useRef(false)
  useEffect(() => {
    if (done.current || !views) return
    done.current = true
    const opening = views.find(({ opens }) => opens)
    if (opening && shown === '') open(opening)
  })
}
