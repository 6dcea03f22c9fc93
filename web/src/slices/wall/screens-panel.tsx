import { ActionIcon, Button, Group, Modal, TextInput } from '@mantine/core'
import { contract, type WallScreen, wallScreenBody } from '@stationmaster/contract'
import { IconDeviceTv, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../api/request.ts'
import { useChange } from '../../api/use-change.ts'
import { useErrorText } from '../../i18n/use-error-text.ts'
import { CommandAnswer } from '../../ui/command-answer.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Ago } from '../../ui/duration.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import classes from './screens-panel.module.css'
import { linkOf } from './wall-key.ts'

const queryKey = ['wall-screens'] as const

/** The screens of control rooms: the wall in a window of its own, and links that open it without an account. */
export function ScreensPanel() {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey })
  const [adding, setAdding] = useState(false)
  const [key, setKey] = useState<string | null>(null)
  const [revoked, setRevoked] = useState<WallScreen | null>(null)
  const { data: screens } = useQuery({
    queryKey,
    queryFn: ({ signal }) => request(contract.wall.screens, {}, signal),
  })
  const revoke = useChange({
    mutationFn: (id: number, wish) => request(contract.wall.revokeScreen, { params: { id }, wish }),
    onSettled: refresh,
  })
  return (
    <Panel title={t('wall.screens.title')}>
      <p className={classes.about}>{t('wall.screens.about')}</p>
      {revoke.isError && (
        <CommandAnswer good={false} onClose={revoke.reset}>
          {errorText(revoke.error)}
        </CommandAnswer>
      )}
      {screens && screens.length > 0 && (
        <ul className={classes.list}>
          {screens.map((screen) => (
            <li key={screen.id}>
              <span className={classes.name}>{screen.name}</span>
              <span className={classes.used}>
                <Ago at={screen.used_at} />
              </span>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('wall.screens.revokeOf', { name: screen.name })}
                onClick={() => setRevoked(screen)}
              >
                <IconTrash size={16} stroke={1.75} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          component="a"
          href="/wall"
          target="_blank"
          leftSection={<IconDeviceTv size={16} stroke={1.75} />}
        >
          {t('wall.screens.open')}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.75} />}
          onClick={() => setAdding(true)}
        >
          {t('wall.screens.add')}
        </Button>
      </Group>
      {adding && (
        <ScreenDialog
          onClose={() => setAdding(false)}
          onKey={(made) => {
            setKey(made)
            void refresh()
          }}
        />
      )}
      <Modal
        opened={key !== null}
        onClose={() => setKey(null)}
        title={t('wall.screens.linkTitle')}
        size={480}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <p className={classes.about}>{t('wall.screens.linkOnce')}</p>
        <CopyField label={t('wall.screens.link')} value={linkOf(key ?? '')} />
      </Modal>
      <ConfirmDialog
        opened={revoked !== null}
        title={t('wall.screens.revokeOf', { name: revoked?.name ?? '' })}
        text={t('wall.screens.revokeText')}
        action={t('wall.screens.revoke')}
        onConfirm={() => revoked && revoke.mutate(revoked.id)}
        onClose={() => setRevoked(null)}
      />
    </Panel>
  )
}

function ScreenDialog({ onClose, onKey }: { onClose: () => void; onKey: (key: string) => void }) {
  const { t } = useTranslation()
  const form = useCheckedForm(wallScreenBody, { name: '' })
  const add = useChange({
    mutationFn: (body: NonNullable<typeof form.data>, wish) =>
      request(contract.wall.addScreen, { body, wish }),
    onSuccess: ({ key }) => {
      onKey(key)
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('wall.screens.add')}
      action={t('wall.screens.add')}
      body={form.data}
      change={add}
      onClose={onClose}
    >
      <TextInput
        label={t('wall.screens.name')}
        placeholder={t('wall.screens.example')}
        data-autofocus
        {...form.text('name')}
      />
    </FormDialog>
  )
}
