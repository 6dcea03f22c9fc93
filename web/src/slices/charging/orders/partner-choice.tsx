import { Button, Menu } from '@mantine/core'
import type { PartnerFilter } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../../api/session.ts'
import { IconAffiliate, IconChevronDown } from '../../../ui/pictures/icons.ts'
import { useOrderPartners } from './order-list.ts'

interface PartnerChoiceProps {
  chosen: PartnerFilter | undefined
  onChange: (partner: PartnerFilter | undefined) => void
}

/** Narrows the history to sessions of roaming partners' drivers; not there where no partner has any. */
export function PartnerChoice({ chosen, onChange }: PartnerChoiceProps) {
  const { t } = useTranslation()
  const role = useManager()?.role
  const partners = useOrderPartners(role === 'administrator' || role === 'operator')
  if (chosen === undefined && !partners?.length) return null
  const name = partners?.find(({ id }) => id === chosen)?.name
  const words =
    chosen === undefined
      ? t('dashboard.history.roaming')
      : chosen === 'any'
        ? t('dashboard.history.roamingAll')
        : t('dashboard.history.roamingOf', { name: name ?? chosen })
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant={chosen === undefined ? 'default' : 'light'}
          leftSection={<IconAffiliate size={16} stroke={1.75} />}
          rightSection={<IconChevronDown size={14} stroke={1.75} />}
        >
          {words}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('dashboard.history.roaming')}>
        <Menu.Item onClick={() => onChange(undefined)}>{t('dashboard.history.roamingNone')}</Menu.Item>
        <Menu.Item onClick={() => onChange('any')}>{t('dashboard.history.roamingAll')}</Menu.Item>
        {partners?.map((partner) => (
          <Menu.Item key={partner.id} onClick={() => onChange(partner.id)}>
            {t('dashboard.history.roamingOf', { name: partner.name })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
