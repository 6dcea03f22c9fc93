import { Button, Menu, Skeleton } from '@mantine/core'
import { contract } from '@stationmaster/contract'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { IconChevronDown, IconHistory, IconSend } from '../../../ui/pictures/icons.ts'
import { Waiting } from '../../../ui/states/waiting.tsx'
import { AnswerDialog, type Ended } from './answer-dialog.tsx'
import classes from './command-panel.module.css'
import { type Command, objectOf, textOf } from './form/schema.ts'
import { hurts, templatesOf } from './form/templates.ts'
import { MessageFields } from './message-fields.tsx'
import { type RecentCommand, readRecent, remember } from './recent.ts'

interface CommandPanelProps {
  stationId: string
  online: boolean
  schemas: readonly Command[] | undefined
}

/** Any command of the station's own version: chosen or ready made, written as a form or as JSON, sent, and answered. */
export function CommandPanel({ stationId, online, schemas }: CommandPanelProps) {
  const { t } = useTranslation()
  if (!schemas)
    return (
      <Panel title={t('command.title')}>
        <div className={classes.body} aria-busy="true">
          <Skeleton height={36} />
          <Skeleton height={36} />
          <Skeleton height={140} />
        </div>
      </Panel>
    )
  return <CommandForm stationId={stationId} online={online} schemas={schemas} />
}

/** Sends commands, remembers them, and opens the answer that people wait for. */
function useSending(stationId: string) {
  const [ended, setEnded] = useState<Ended | null>(null)
  const [recent, setRecent] = useState(readRecent)
  /** the action of a command whose answer nobody waits for any more */
  const [leftAction, setLeftAction] = useState<string | null>(null)
  // the command whose answer people wait for; an answer that nobody waits for opens no popup
  const awaited = useRef<RecentCommand | null>(null)
  const send = useChange({
    mutationFn: ({ force, ...sent }: RecentCommand & { force?: boolean }, idempotency) =>
      request(contract.commands.message, {
        idempotency,
        params: { id: stationId },
        body: { ...sent, ...(force ? { force } : {}) },
      }),
    onMutate: (sent) => {
      awaited.current = sent
      setLeftAction(null)
    },
    onSuccess: (answer, sent) => {
      if (awaited.current === sent) setEnded({ action: sent.action, answer })
    },
    onError: (error, sent) => {
      if (awaited.current === sent) setEnded({ action: sent.action, error })
    },
    onSettled: (_answer, _error, { action, payload }) => {
      remember({ action, payload })
      setRecent(readRecent())
    },
  })
  const leave = () => {
    awaited.current = null
    setLeftAction(send.variables?.action ?? null)
    send.reset()
  }
  return { send, leave, leftAction, ended, setEnded, recent }
}

function CommandForm({ stationId, online, schemas }: CommandPanelProps & { schemas: readonly Command[] }) {
  const { t } = useTranslation()
  const [action, setAction] = useState<string | null>(null)
  const [text, setText] = useState('{}')
  const [isConfirming, setConfirming] = useState(false)
  const sending = useSending(stationId)
  const payload = objectOf(text)
  const recentHere = sending.recent.filter((one) => schemas.some((known) => known.action === one.action))
  const write = (action: string | null, text: string) => {
    setAction(action)
    setText(text)
  }
  const choose = (one: RecentCommand) => write(one.action, textOf(one.payload))
  const sendNow = (force = false) => {
    if (action && payload) sending.send.mutate({ action, payload, force })
  }
  const sendOrConfirm = () =>
    action && payload && hurts(schemas, action, payload) ? setConfirming(true) : sendNow()

  return (
    <Panel
      title={t('command.title')}
      actions={recentHere.length > 0 && <RecentMenu commands={recentHere} onChoose={choose} />}
    >
      <div className={classes.body}>
        {!online && (
          <p className={classes.offline} role="status">
            {t('command.offline')}
          </p>
        )}
        <TemplateMenu schemas={schemas} onChoose={choose} />
        <MessageFields schemas={schemas} action={action} text={text} onChange={write} />
        {schemas.some((one) => one.action === action) && (
          <SendButton sending={sending} disabled={!online || !payload} onSend={sendOrConfirm} />
        )}
      </div>
      <ConfirmDialog
        opened={isConfirming}
        title={t('command.confirm.title', { action })}
        text={t('command.confirm.text')}
        action={t('command.send')}
        onConfirm={() => sendNow()}
        onClose={() => setConfirming(false)}
      />
      <AnswerDialog
        ended={sending.ended}
        onClose={() => sending.setEnded(null)}
        onForce={() => {
          sending.setEnded(null)
          sendNow(true)
        }}
      />
    </Panel>
  )
}

interface SendButtonProps {
  sending: ReturnType<typeof useSending>
  disabled: boolean
  onSend: () => void
}

/** Sends the command; people may stop waiting for its answer. */
function SendButton({ sending: { send, leave, leftAction }, disabled, onSend }: SendButtonProps) {
  const { t } = useTranslation()
  return (
    <>
      <ChangeButton
        leftSection={<IconSend size={16} stroke={1.75} />}
        disabled={disabled}
        loading={send.isPending}
        onClick={onSend}
      >
        {t('command.send')}
      </ChangeButton>
      {send.isPending && <Waiting text={t('command.waiting')} onLeave={leave} />}
      {leftAction && (
        <p className={classes.words} role="status">
          {t('command.left', { action: leftAction })}
        </p>
      )}
    </>
  )
}

interface RecentMenuProps {
  commands: readonly RecentCommand[]
  onChoose: (command: RecentCommand) => void
}

function RecentMenu({ commands, onChoose }: RecentMenuProps) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end" width={300}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconHistory size={16} stroke={1.75} />}
        >
          {t('command.recent')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {commands.map((one) => (
          <Menu.Item key={JSON.stringify(one)} onClick={() => onChoose(one)}>
            <span className={classes.recent}>
              <b>{one.action}</b>
              <span>{JSON.stringify(one.payload)}</span>
            </span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface TemplateMenuProps {
  schemas: readonly Command[]
  onChoose: (template: RecentCommand) => void
}

function TemplateMenu({ schemas, onChoose }: TemplateMenuProps) {
  const { t } = useTranslation()
  const templates = useMemo(() => templatesOf(schemas), [schemas])
  return (
    <Menu position="bottom-start" width="target">
      <Menu.Target>
        <Button
          variant="default"
          justify="space-between"
          rightSection={<IconChevronDown size={16} stroke={1.75} />}
        >
          {t('command.templates')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {templates.map((template) => (
          <Menu.Item key={template.name} onClick={() => onChoose(template)}>
            {t(`command.template.${template.name}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
