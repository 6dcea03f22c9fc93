import { ActionIcon, Button, MultiSelect, Select, TextInput } from '@mantine/core'
import { contract, type GroupRule, roles } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { IconArrowUp, IconPlus, IconTrash } from '../../../ui/pictures/icons.ts'
import classes from './single-sign-on.module.css'

interface RuleRowsProps {
  rules: GroupRule[]
  onChange: (rules: GroupRule[]) => void
  /** chooses whose locations somebody sees */
  ownerSelect: (value: number | null, onChange: (id: number | null) => void) => ReactNode
}

/** The table of groups and their roles; its order counts. */
export function RuleRows({ rules, onChange, ownerSelect }: RuleRowsProps) {
  const { t } = useTranslation()
  const replace = (index: number, change: Partial<GroupRule>) =>
    onChange(rules.map((rule, at) => (at === index ? { ...rule, ...change } : rule)))
  const moveUp = (index: number) => {
    const next = rules.toSpliced(index, 1)
    const moved = rules[index]
    if (moved) onChange(next.toSpliced(index - 1, 0, moved))
  }
  const add = () => onChange([...rules, { group: '', role: 'operator', owner_id: null, location_ids: [] }])
  return (
    <div className={classes.rules}>
      <ol className={classes.list}>
        {rules.map((rule, index) => (
          // a rule has no name of its own: its place is what it is
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index} className={classes.rule}>
            <Rule
              rule={rule}
              isFirst={index === 0}
              onChange={(change) => replace(index, change)}
              onUp={() => moveUp(index)}
              onRemove={() => onChange(rules.toSpliced(index, 1))}
              ownerSelect={ownerSelect}
            />
          </li>
        ))}
      </ol>
      <Button variant="default" leftSection={<IconPlus size={16} stroke={1.75} />} onClick={add}>
        {t('sso.rules.add')}
      </Button>
    </div>
  )
}

interface RuleProps extends Pick<RuleRowsProps, 'ownerSelect'> {
  rule: GroupRule
  isFirst: boolean
  onChange: (change: Partial<GroupRule>) => void
  onUp: () => void
  onRemove: () => void
}

function Rule({ rule, isFirst, onChange, onUp, onRemove, ownerSelect }: RuleProps) {
  const { t } = useTranslation()
  return (
    <>
      <div className={classes.pair}>
        <TextInput
          label={t('sso.rules.group')}
          value={rule.group}
          onChange={(event) => onChange({ group: event.currentTarget.value })}
        />
        <Select
          label={t('sso.rules.role')}
          data={roles.map((role) => ({ value: role, label: t(`enums.role.${role}`) }))}
          value={rule.role}
          onChange={(role) => role && onChange({ role, owner_id: null, location_ids: [] })}
          allowDeselect={false}
        />
        <span className={classes.buttons}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            disabled={isFirst}
            aria-label={t('sso.rules.up', { group: rule.group })}
            onClick={onUp}
          >
            <IconArrowUp size={16} stroke={1.75} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('sso.rules.remove', { group: rule.group })}
            onClick={onRemove}
          >
            <IconTrash size={16} stroke={1.75} />
          </ActionIcon>
        </span>
      </div>
      {(rule.role === 'operator' || rule.role === 'accounter') &&
        ownerSelect(rule.owner_id, (owner_id) => onChange({ owner_id }))}

      {rule.role === 'manager' && (
        <RuleLocations ids={rule.location_ids} onChange={(ids) => onChange({ location_ids: ids })} />
      )}
    </>
  )
}

function RuleLocations({ ids, onChange }: { ids: number[]; onChange: (ids: number[]) => void }) {
  const { t } = useTranslation()
  const { data = [] } = useQuery({
    queryKey: ['single-sign-on', 'locations'],
    queryFn: ({ signal }) => request(contract.locations.list, { query: { limit: 500 } }, signal),
  })
  const options = data.map(({ id, name, city }) => ({
    value: String(id),
    label: city ? `${name} · ${city}` : name,
  }))
  const unknown = ids.map(String).filter((id) => !options.some(({ value }) => value === id))
  return (
    <MultiSelect
      label={t('sso.rules.locations')}
      description={t('sso.rules.locationsHint')}
      data={[...options, ...unknown.map((id) => ({ value: id, label: id }))]}
      value={ids.map(String)}
      onChange={(values) => onChange(values.map(Number))}
      searchable
      hidePickedOptions
    />
  )
}
