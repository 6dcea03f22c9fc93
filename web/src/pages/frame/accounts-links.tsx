import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../api/session.ts'

/** The ways to settlement and reconciliation from the screens of money, for accounters, whose sidebar has none. */
export function AccountsLinks() {
  const { t } = useTranslation()
  if (useManager()?.role !== 'accounter') return null
  return (
    <>
      <Button component={Link} to="/settlements" variant="default">
        {t('settlement.title')}
      </Button>
      <Button component={Link} to="/reconciliation" variant="default">
        {t('reconciliation.page')}
      </Button>
    </>
  )
}
