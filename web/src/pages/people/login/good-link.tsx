import { Loader } from '@mantine/core'
import type { MailedLink } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../../../api/calls/api-error.ts'
import { mailedLinkQuery } from '../../../slices/people/auth/mailed-link-query.ts'
import { EntryCard } from '../../../ui/frame/entry-card.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { SpentLink } from './spent-link.tsx'

interface GoodLinkProps {
  token: string
  /** what the page is for */
  purposes: readonly MailedLink['purpose'][]
  /** what it is for was tried, and the server said that the link is not good */
  failed?: boolean
  children?: ReactNode
}

/** Shows the page of a mailed link when the link is good; else shows at once what is wrong with it. */
export function GoodLink({ token, purposes, failed, children }: GoodLinkProps) {
  const { t } = useTranslation()
  const { data: link, error, refetch } = useQuery(mailedLinkQuery(token))
  if (link?.state === 'good' && purposes.includes(link.purpose)) return children
  if (link || codeOf(error) === 'auth.token_invalid')
    return <SpentLink token={token} link={link} failed={failed} />
  if (error)
    return (
      <EntryCard title={t('auth.link.looking')}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </EntryCard>
    )
  return <EntryCard title={t('auth.link.looking')} mark={<Loader size={32} aria-hidden="true" />} />
}
