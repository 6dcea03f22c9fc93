import { MultiSelect } from '@mantine/core'
import { type Role, roles } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'

interface RoleFilterProps {
  chosen: Role[] | undefined
  onChange: (roles: Role[] | undefined) => void
}

/** Narrows the staff to some roles; none chosen means all. */
export function RoleFilter({ chosen, onChange }: RoleFilterProps) {
  const { t } = useTranslation()
  const choose = (values: string[]) => {
    const kept = roles.filter((role) => values.includes(role))
    onChange(kept.length > 0 ? kept : undefined)
  }
  return (
    <MultiSelect
      aria-label={t('managers.roleFilter')}
      placeholder={chosen ? '' : t('managers.allRoles')}
      data={roles.map((role) => ({ value: role, label: t(`enums.role.${role}`) }))}
      value={chosen ?? []}
      onChange={choose}
      clearable
      clearButtonProps={{ 'aria-label': t('common.clear') }}
    />
  )
}
