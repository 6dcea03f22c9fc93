import { CloseButton } from '@mantine/core'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { takeAskedPage } from '../../slices/auth/asked-page.ts'
import { LogInForm } from '../../slices/auth/log-in-form.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import { useTitle } from '../../ui/use-title.ts'
import classes from './log-in-page.module.css'

/** The log-in; returns to the page that was asked for. */
export function LogInPage() {
  const { t } = useTranslation()
  const router = useRouter()
  const navigate = useNavigate()
  useTitle(t('auth.title'))
  return (
    <div className={classes.page}>
      <section className={classes.card}>
        <CloseButton
          className={classes.close!}
          onClick={() => void navigate({ to: '/' })}
          aria-label={t('auth.close')}
        />
        <LogoMark size={40} />
        <h1 className={classes.title}>{t('auth.title')}</h1>
        <p className={classes.subtitle}>{t('auth.subtitle')}</p>
        <LogInForm onDone={() => router.history.push(takeAskedPage())} />
      </section>
    </div>
  )
}
