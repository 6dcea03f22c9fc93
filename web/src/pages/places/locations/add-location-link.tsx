import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../../api/session.ts'
import { useHelpConfig } from '../../../api/use-help-config.ts'
import { IconPlus } from '../../../ui/pictures/icons.ts'

/** Link to the form for a new location: for administrators, and for managers if they may add locations themselves. */
export function AddLocationLink() {
  const { t } = useTranslation()
  const role = useManager()?.role
  const selfService = useHelpConfig()?.self_service
  if (role !== 'administrator' && !(role === 'manager' && selfService)) return null
  return (
    <Button component={Link} to="/locations/add" leftSection={<IconPlus size={16} stroke={1.75} />}>
      {t('locations.add.link')}
    </Button>
  )
}
