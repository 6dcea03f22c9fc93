import { Button, Loader } from '@mantine/core'
import type { SingleSignOnReturn } from '@stationmaster/contract'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../../api/use-change.ts'
import { useErrorText } from '../../../i18n/use-error-text.ts'
import { takeRequestedPage } from '../../../slices/people/auth/requested-page.ts'
import { CodeForm } from '../../../slices/people/auth/second-factor/code-form.tsx'
import { comeBack, giveCode } from '../../../slices/people/auth/single-sign-on/provider-log-in.ts'
import { TriedFacts } from '../../../slices/people/auth/single-sign-on/tried-facts.tsx'
import { EntryCard } from '../../../ui/frame/entry-card.tsx'
import { IconCheck, IconShieldLock } from '../../../ui/pictures/icons.ts'
import { Mark } from './mark.tsx'

/** Where the provider sends browsers back to. */
export function SingleSignOnReturnPage() {
  const { t } = useTranslation()
  const router = useRouter()
  const errorText = useErrorText()
  const begun = useRef(false)
  const enter = () => router.history.push(takeRequestedPage())
  const back = useChange({
    mutationFn: () => comeBack(window.location.search),
    onSuccess: ({ outcome }) => outcome === 'signed_in' && enter(),
  })
  const { mutate } = back
  useEffect(() => {
    // what the address holds works once
    if (begun.current) return
    begun.current = true
    mutate()
  }, [mutate])
  if (back.isError)
    return (
      <EntryCard
        title={t('auth.sso.failed')}
        subtitle={<span role="alert">{errorText(back.error)}</span>}
        mark={<Mark icon={IconShieldLock} tone="bad" />}
      >
        <Button component={Link} to="/login" size="md" fullWidth>
          {t('auth.sso.again')}
        </Button>
      </EntryCard>
    )
  if (!back.data || back.data.outcome === 'signed_in')
    return <EntryCard title={t('auth.sso.returning')} mark={<Loader size={32} aria-hidden="true" />} />
  return <Outcome returned={back.data} onDone={enter} />
}

function Outcome({ returned, onDone }: { returned: SingleSignOnReturn; onDone: () => void }) {
  const { t } = useTranslation()
  const { outcome, pending, tried } = returned
  if (outcome === 'code_needed' && pending)
    return (
      <EntryCard title={t('auth.code.title')} subtitle={t('auth.code.text')}>
        <CodeForm send={(code) => giveCode(pending, code)} onDone={onDone} />
      </EntryCard>
    )
  return (
    <EntryCard
      title={t(tried ? 'auth.sso.tried' : 'auth.sso.linked')}
      subtitle={<span role="status">{t(tried ? 'auth.sso.triedText' : 'auth.sso.linkedText')}</span>}
      mark={<Mark icon={IconCheck} tone="good" />}
    >
      {tried && <TriedFacts tried={tried} />}
      <Button component={Link} to={tried ? '/single-sign-on' : '/settings/profile'} size="md" fullWidth>
        {t('auth.sso.return')}
      </Button>
    </EntryCard>
  )
}
