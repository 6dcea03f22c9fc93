import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useManager } from '../api/session.ts'

/** The way to the settlement from the screens of money, for accounters, whose sidebar has none. */
export function SettlementLink() {
  const { t } = useTranslation()
  if (useManager()?.role !== 'accounter') return null
  return (
    <Button component={Link} to="/settlements" variant="default">
      {t('settlement.title')}
    </Button>
  )
}
