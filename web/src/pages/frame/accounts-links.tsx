import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../api/session.ts'

/** The ways to settlement, roaming partners and reconciliation from the screens of money, for accounters, whose sidebar has none. */
export function AccountsLinks() {
  const { t } = useTranslation()
  const manager = useManager()
  if (manager?.role !== 'accounter') return null
  return (
    <>
      <Button component={Link} to="/settlements" variant="default">
        {t('settlement.title')}
      </Button>
      <Button component={Link} to="/reconciliation" variant="default">
        {t('reconciliation.page')}
      </Button>
      {manager.owner_id === null && (
        <Button component={Link} to="/roaming" variant="default">
          {t('roaming.title')}
        </Button>
      )}
    </>
  )
}
