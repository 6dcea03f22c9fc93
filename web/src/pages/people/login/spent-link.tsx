import { Button } from '@mantine/core'
import type { MailedLink } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../../api/session.ts'
import { useChange } from '../../../api/use-change.ts'
import { renewLink } from '../../../slices/people/auth/mailed-link-query.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { EntryCard } from '../../../ui/frame/entry-card.tsx'
import { IconMailCheck, IconMailFast, IconMailX } from '../../../ui/pictures/icons.ts'
import { Mark } from './mark.tsx'

interface SpentLinkProps {
  token: string
  /** undefined when such a link was never mailed or is too old to be known */
  link: MailedLink | undefined
  /** the confirmation that it is for was tried */
  failed?: boolean | undefined
}

/** A mailed link that does not work (any more): the reason, and what to do. */
export function SpentLink({ token, link, failed }: SpentLinkProps) {
  const { t } = useTranslation()
  const renewal = useChange({ mutationFn: () => renewLink(token) })
  if (renewal.isSuccess)
    return (
      <EntryCard
        title={t('auth.link.renewed')}
        subtitle={<span role="status">{t('auth.link.renewedText')}</span>}
        mark={<Mark icon={IconMailFast} />}
      />
    )
  const isGood = link?.done === true
  const why = t(`auth.link.${textOf(link)}`)
  const title = t(`auth.link.${titleOf(link)}`)
  return (
    <EntryCard
      title={failed && !isGood ? t('auth.verify.oops') : title}
      subtitle={
        <span role={isGood ? 'status' : 'alert'}>
          {failed && !isGood ? `${t('auth.verify.wrong')} ${title}. ${why}` : why}
        </span>
      }
      mark={<Mark icon={isGood ? IconMailCheck : IconMailX} tone={isGood ? 'good' : 'bad'} />}
    >
      {isGood && <Onward />}
      {link?.can_renew ? (
        <ChangeButton
          size="md"
          fullWidth
          variant={isGood ? 'default' : 'filled'}
          loading={renewal.isPending}
          onClick={() => renewal.mutate()}
        >
          {t('auth.link.renew')}
        </ChangeButton>
      ) : (
        !isGood && <AskAnew />
      )}
      {renewal.isError && <FormError error={renewal.error} />}
    </EntryCard>
  )
}

/** The next step when the purpose of the link is already done. */
export function Onward() {
  const { t } = useTranslation()
  const manager = useManager()
  return (
    <Button component={Link} to={manager ? '/dashboard' : '/login'} size="md" fullWidth>
      {manager ? t('auth.verify.toDashboard') : t('auth.submit')}
    </Button>
  )
}

/** For a link that cannot be renewed directly: the person types an address, or requests a link in the settings when logged in. */
function AskAnew() {
  const { t } = useTranslation()
  const manager = useManager()
  if (manager) return <Onward />
  return (
    <Button component={Link} to="/login?step=forgot" size="md" fullWidth>
      {t('auth.link.forgot')}
    </Button>
  )
}

const titleOf = (link: MailedLink | undefined) =>
  link === undefined || link.state === 'good' ? 'none' : link.state

function textOf(link: MailedLink | undefined) {
  if (link === undefined || link.state === 'good') return 'noneText'
  if (link.done) return link.purpose === 'invitation' ? 'passwordDone' : 'emailDone'
  if (link.purpose === 'keep_email') return 'objection'
  return link.state === 'used' ? 'usedText' : 'expiredText'
}
