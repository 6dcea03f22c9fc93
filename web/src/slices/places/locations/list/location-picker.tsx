import { Button, Checkbox, Popover, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Location } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../../i18n/use-error-text.ts'
import { IconChevronDown, IconMapPin } from '../../../../ui/pictures/icons.ts'
import { SearchField } from '../../../../ui/tables/search-field.tsx'
import { byOwner } from '../owners.ts'
import { useLocations } from './location-list.ts'
import classes from './location-picker.module.css'

interface LocationPickerProps {
  /** Ids of the chosen locations; undefined means all. */
  chosen: number[] | undefined
  onChange: (locations: number[] | undefined) => void
}

/** Filters a screen by locations, grouped by owner; OK is disabled while none is chosen. */
export function LocationPicker({ chosen, onChange }: LocationPickerProps) {
  const { t } = useTranslation()
  const [opened, popover] = useDisclosure(false)
  const [search, setSearch] = useState('')
  const [draft, setDraft] = useState<ReadonlySet<number> | 'all'>('all')
  const all = useLocations('', opened || chosen !== undefined)
  const found = useLocations(search, opened)
  const everyId = all.data?.items.map((location) => location.id) ?? []
  const isChosen = (id: number) => draft === 'all' || draft.has(id)
  const count = draft === 'all' ? everyId.length : draft.size
  const show = () => {
    setDraft(chosen ? new Set(chosen) : 'all')
    setSearch('')
    popover.toggle()
  }
  const set = (ids: number[], on: boolean) => {
    const next = new Set(draft === 'all' ? everyId : draft)
    for (const id of ids) on ? next.add(id) : next.delete(id)
    setDraft(next.size === everyId.length && everyId.every((id) => next.has(id)) ? 'all' : next)
  }
  const apply = () => {
    onChange(draft === 'all' ? undefined : [...draft].sort((a, b) => a - b))
    popover.close()
  }
  const label = useLabel(chosen, all.data?.items)
  return (
    <Popover opened={opened} onChange={popover.close} position="bottom-end" trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          className={classes.button!}
          leftSection={<IconMapPin size={16} stroke={1.75} />}
          rightSection={<IconChevronDown size={14} stroke={1.75} />}
          onClick={show}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown!} aria-label={t('dashboard.locations.label')}>
        <SearchField value={search} onSearch={setSearch} placeholder={t('dashboard.locations.search')} />
        <FoundLocations found={found} isChosen={isChosen} onChoose={set} />
        <div className={classes.foot}>
          <Button
            variant="subtle"
            color="gray"
            px={8}
            onClick={() => setDraft(draft === 'all' ? new Set() : 'all')}
          >
            {draft === 'all' ? t('dashboard.locations.selectNone') : t('dashboard.locations.selectAll')}
          </Button>
          <Button disabled={count === 0} onClick={apply}>
            {t('common.ok')}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

interface Choice {
  isChosen: (id: number) => boolean
  onChoose: (ids: number[], on: boolean) => void
}

/** The name of the only chosen location, or how many are chosen. */
function useLabel(chosen: number[] | undefined, locations: readonly Location[] | undefined): string {
  const { t } = useTranslation()
  if (!chosen) return t('dashboard.locations.all')
  const single = chosen.length === 1 && locations?.find(({ id }) => id === chosen[0])
  return single ? single.name : t('dashboard.locations.chosen', { count: chosen.length, n: chosen.length })
}

interface FoundLocationsProps extends Choice {
  found: ReturnType<typeof useLocations>
}

/** The locations that match the search, grouped by owner. */
function FoundLocations({ found, isChosen, onChoose }: FoundLocationsProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  return (
    <div className={classes.list}>
      {found.isError && <p className={classes.message}>{errorText(found.error)}</p>}
      {found.isPending &&
        ['one', 'two', 'three', 'four'].map((bone) => <Skeleton key={bone} height={20} my={10} />)}
      {found.data?.items.length === 0 && <p className={classes.message}>{t('dashboard.locations.empty')}</p>}
      {byOwner(found.data?.items ?? []).map(({ owner, locations }) => (
        <OwnerGroup key={owner} owner={owner} locations={locations} isChosen={isChosen} onChoose={onChoose} />
      ))}
    </div>
  )
}

interface OwnerGroupProps extends Choice {
  owner: string
  locations: readonly Pick<Location, 'id' | 'name' | 'city' | 'street'>[]
}

/** The locations of an owner, chosen one by one or all together. */
function OwnerGroup({ owner, locations, isChosen, onChoose }: OwnerGroupProps) {
  const { t } = useTranslation()
  const ids = locations.map((location) => location.id)
  const on = ids.filter(isChosen).length
  return (
    <fieldset className={classes.group}>
      <Checkbox
        classNames={{ label: classes.owner! }}
        label={owner || t('dashboard.locations.noOwner')}
        checked={on === ids.length}
        indeterminate={on > 0 && on < ids.length}
        onChange={(event) => onChoose(ids, event.currentTarget.checked)}
      />
      {locations.map((location) => (
        <Checkbox
          key={location.id}
          className={classes.location!}
          label={location.name}
          description={[location.city, location.street].filter(Boolean).join(', ')}
          checked={isChosen(location.id)}
          onChange={(event) => onChoose([location.id], event.currentTarget.checked)}
        />
      ))}
    </fieldset>
  )
}
