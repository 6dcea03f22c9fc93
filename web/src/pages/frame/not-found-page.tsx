import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useTitle } from '../../ui/frame/use-title.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { BesideMenu } from './beside-menu.tsx'
import classes from './whole-page.module.css'

/** Shown for an address that leads nowhere, beside the menu for who is signed in. */
export function NotFoundPage() {
  return <BesideMenu>{(isFramed) => <NotFound framed={isFramed} />}</BesideMenu>
}

function NotFound({ framed }: { framed: boolean }) {
  const { t } = useTranslation()
  useTitle(t('common.notFound.title'))
  return (
    <div className={classes.page}>
      <EmptyState
        drawing="road"
        wholePage={!framed}
        title={t('common.notFound.title')}
        text={t('common.notFound.text')}
        action={
          <Button component={Link} to="/">
            {t('common.notFound.action')}
          </Button>
        }
      />
    </div>
  )
}
