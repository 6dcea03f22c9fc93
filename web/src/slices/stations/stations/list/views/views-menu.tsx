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

/** The saved views of the station list: one opens it, and what the list shows is saved as one. */
export function ViewsMenu({ search, onOpen }: ViewsMenuProps) {
  const { t } = useTranslation()
  const { data: views } = useQuery(savedViewsQuery)
  const changed = useViewsChanged()
  const [openId, setOpenId] = useState<number>()
  const [asked, setAsked] = useState<'add' | 'change' | 'remove'>()
  const shown = stringifySearch({ ...search })
  const current =
    views?.find(({ id }) => id === openId) ??
    views?.find((view) => stringifySearch({ ...searchOf(view) }) === shown)
  const open = (view: SavedView | undefined) => {
    setOpenId(view?.id)
    onOpen(view ? searchOf(view) : {})
  }
  const remove = useChange({
    mutationFn: ({ id }: SavedView, idempotency) =>
      request(contract.savedViews.remove, { params: { id }, idempotency }),
    onSettled: changed,
  })
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
            <Menu.Item
              key={view.id}
              leftSection={<Mark on={view === current} />}
              rightSection={<Remark view={view} />}
              onClick={() => open(view)}
            >
              {view.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconPlus {...icon} />} onClick={() => setAsked('add')}>
            {t('stations.views.add')}
          </Menu.Item>
          {current?.can.change && (
            <>
              <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setAsked('change')}>
                {t('stations.views.changeOne', { name: current.name })}
              </Menu.Item>
              <Menu.Item leftSection={<IconTrash {...icon} />} onClick={() => setAsked('remove')}>
                {t('stations.views.removeOne', { name: current.name })}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {(asked === 'add' || (asked === 'change' && current)) && (
        <ViewDialog
          search={search}
          view={asked === 'change' ? current : undefined}
          onSaved={({ id }) => setOpenId(id)}
          onClose={() => setAsked(undefined)}
        />
      )}
      <ConfirmDialog
        opened={asked === 'remove' && current !== undefined}
        title={t('stations.views.removeTitle', { name: current?.name ?? '' })}
        text={t(current?.shared ? 'stations.views.removeShared' : 'stations.views.removeText')}
        action={t('stations.remove.action')}
        onConfirm={() => current && remove.mutate(current)}
        onClose={() => setAsked(undefined)}
      />
    </>
  )
}

const Mark = ({ on }: { on: boolean }) => <IconCheck {...icon} visibility={on ? undefined : 'hidden'} />

/** Who else has a view, or that the list opens with it. */
function Remark({ view }: { view: SavedView }) {
  const { t } = useTranslation()
  const said = view.shared ? t('stations.views.forAll') : view.opens ? t('stations.views.first') : null
  return <span className={classes.remark}>{said}</span>
}

/** Opens the list with the view that it opens with, once, where its address asks for nothing else. */
function useOpening(views: SavedView[] | undefined, shown: string, open: (view: SavedView) => void) {
  const done = useRef(false)
  useEffect(() => {
    if (done.current || !views) return
    done.current = true
    const opening = views.find(({ opens }) => opens)
    if (opening && shown === '') open(opening)
  })
}
