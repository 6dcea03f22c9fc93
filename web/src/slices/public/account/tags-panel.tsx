import { Alert, TextInput } from '@mantine/core'
import type { DriverTag, TagProof } from '@stationmaster/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../../api/use-change.ts'
import { stationNumber } from '../../../i18n/format.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { Remaining } from '../../../ui/dates/duration.tsx'
import { When } from '../../../ui/dates/when.tsx'
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import classes from './account.module.css'
import { accountActs, tagsQuery } from './account-query.ts'
import { Loading } from './paged-list.tsx'

/** The driver's own charging cards. */
export function TagsPanel() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(tagsQuery)
  const [begun, setBegun] = useState<string | null>(null)
  return (
    <>
      <section className={`${classes.panel} ${classes.stack}`} aria-label={t('account.tags.title')}>
        <h2 className={classes.heading}>{t('account.tags.title')}</h2>
        {data && <Tags {...data} begun={begun} />}
        {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Loading />}
      </section>
      <AddTag onBegun={setBegun} />
    </>
  )
}

interface TagsProps {
  tags: DriverTag[]
  proofs: TagProof[]
  /** the card that was added last */
  begun: string | null
}

/** Case does not matter in what a station reads. */
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

function Tags({ tags, proofs, begun }: TagsProps) {
  const { t } = useTranslation()
  const isAmong = (list: { token: string }[]) =>
    begun !== null && list.some(({ token }) => isSame(token, begun))
  return (
    <>
      {proofs.map((proof) => (
        <Alert key={proof.token} title={t('account.tags.show', { token: proof.token })}>
          {proof.station_number === null
            ? t('account.tags.anywhere')
            : t('account.tags.there', { station: stationNumber(proof.station_number) })}{' '}
          <span role="timer">
            <Remaining until={proof.until} />
          </span>
        </Alert>
      ))}
      <div role="status">
        {isAmong(tags) && <Alert color="green">{t('account.tags.yours')}</Alert>}
        {begun !== null && !isAmong(tags) && !isAmong(proofs) && (
          <Alert color="yellow">{t('account.tags.late')}</Alert>
        )}
      </div>
      {tags.length === 0 && <p className={classes.quiet}>{t('account.tags.empty')}</p>}
      {tags.length > 0 && (
        <ul className={classes.list}>
          {tags.map((tag) => (
            <li key={tag.token}>
              <Tag tag={tag} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Tag({ tag: { token, blocked, added_at: addedAt, expires_at: expiresAt } }: { tag: DriverTag }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [asking, setAsking] = useState<'block' | 'remove' | null>(null)
  const options = { onSettled: () => client.invalidateQueries({ queryKey: tagsQuery.queryKey }) }
  const block = useChange({ ...options, mutationFn: () => accountActs.blockTag(token) })
  const remove = useChange({ ...options, mutationFn: () => accountActs.removeTag(token) })
  const failed = [block, remove].find(({ isError }) => isError)
  return (
    <>
      <p className={classes.token}>{token}</p>
      <p className={classes.quiet}>
        {t('account.tags.since')} <When at={addedAt} style="day" />
      </p>
      {expiresAt !== null && (
        <p className={classes.quiet}>
          {t('account.tags.until')} <When at={expiresAt} style="day" />
        </p>
      )}
      {blocked ? (
        <p role="note">{t('account.tags.blocked')}</p>
      ) : (
        <div className={classes.acts}>
          {(['block', 'remove'] as const).map((act) => (
            <ChangeButton
              key={act}
              variant="default"
              size="sm"
              aria-label={t(`account.tags.${act}One`, { token })}
              onClick={() => setAsking(act)}
            >
              {t(`account.tags.${act}`)}
            </ChangeButton>
          ))}
        </div>
      )}
      {failed && <FormError error={failed.error} />}
      <ConfirmDialog
        opened={asking !== null}
        title={t(asking === 'block' ? 'account.tags.blockTitle' : 'account.tags.removeTitle')}
        text={t(asking === 'block' ? 'account.tags.blockText' : 'account.tags.removeText')}
        action={t(asking === 'block' ? 'account.tags.block' : 'account.tags.remove')}
        onConfirm={() => (asking === 'block' ? block : remove).mutate()}
        onClose={() => setAsking(null)}
      />
    </>
  )
}

/** Begins to take a card: its driver has two minutes to show it at a station. */
function AddTag({ onBegun }: { onBegun: (token: string) => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [token, setToken] = useState('')
  const [station, setStation] = useState('')
  const [tried, setTried] = useState(false)
  const add = useChange({
    mutationFn: accountActs.addTag,
    onSuccess: async (proof) => {
      await client.invalidateQueries({ queryKey: tagsQuery.queryKey })
      onBegun(proof.token)
      setToken('')
      setTried(false)
    },
  })
  const typed = token.trim()
  const isPossible = /^[!-~]{4,36}$/.test(typed)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isPossible) add.mutate({ token: typed, station_number: station ? Number(station) : null })
  }
  return (
    <section className={classes.panel} aria-label={t('account.tags.addTitle')}>
      <form className={classes.stack} onSubmit={submit} noValidate>
        <h2 className={classes.heading}>{t('account.tags.addTitle')}</h2>
        <p className={classes.quiet}>{t('account.tags.addText')}</p>
        <TextInput
          label={t('account.tags.number')}
          description={t('account.tags.numberHint')}
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
          error={tried && !isPossible ? t('account.tags.numberFault') : undefined}
          autoComplete="off"
          autoCapitalize="characters"
          size="md"
        />
        <TextInput
          label={t('account.tags.station')}
          description={t('account.tags.stationHint')}
          value={station}
          onChange={(event) => setStation(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, 9))}
          inputMode="numeric"
          autoComplete="off"
          size="md"
        />
        <ChangeButton type="submit" size="lg" fullWidth loading={add.isPending}>
          {t('account.tags.add')}
        </ChangeButton>
        {add.isError && <FormError error={add.error} />}
      </form>
    </section>
  )
}
