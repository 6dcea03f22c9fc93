import { FileButton, Progress } from '@mantine/core'
import { contract, type Manager, pictureExtensions } from '@stationmaster/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { upload } from '../../../../api/calls/upload.ts'
import { session } from '../../../../api/session.ts'
import { useChange } from '../../../../api/use-change.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { FormError } from '../../../../ui/forms/form-error.tsx'
import { Avatar } from '../../../../ui/pictures/avatar.tsx'
import { IconPhotoUp, IconTrash } from '../../../../ui/pictures/icons.ts'
import { type PictureProblem, problemOf, shortName } from '../../../../ui/pictures/picture-rules.ts'
import classes from './profile.module.css'

const accepted = pictureExtensions.map((extension) => `.${extension}`).join(',')

/** Chooses, shows, uploads and removes the own picture. A file that is no picture shows a warning and is not sent. */
export function AvatarEditor({ manager }: { manager: Manager }) {
  const { t } = useTranslation()
  const [file, setFile] = useState<File | null>(null)
  const [refused, setRefused] = useState<{ name: string; problem: PictureProblem } | null>(null)
  const [share, setShare] = useState(0)
  const preview = useObjectUrl(file)
  const params = { id: manager.id }
  const send = useChange({
    mutationFn: (chosen: File) => upload(contract.managers.uploadAvatar, { params }, chosen, setShare),
    onSuccess: ({ avatar_url }) => {
      session.setManager({ ...manager, avatar_url })
      setFile(null)
    },
  })
  const remove = useChange({
    mutationFn: () => request(contract.managers.removeAvatar, { params }),
    onSuccess: () => session.setManager({ ...manager, avatar_url: null }),
  })
  const choose = (chosen: File | null) => {
    if (!chosen) return
    const problem = problemOf(chosen)
    setRefused(problem && { name: shortName(chosen.name), problem })
    if (problem) return
    setShare(0)
    setFile(chosen)
    send.mutate(chosen)
  }
  const error = send.error ?? remove.error
  return (
    <div className={classes.avatar}>
      <Avatar person={{ ...manager, avatar_url: preview ?? manager.avatar_url }} size={88} />
      <div className={classes.avatarWords}>
        <div className={classes.buttons}>
          <ChoosePicture replaces={Boolean(manager.avatar_url)} loading={send.isPending} onChoose={choose} />
          {manager.avatar_url && !send.isPending && (
            <ChangeButton
              variant="subtle"
              color="gray"
              loading={remove.isPending}
              leftSection={<IconTrash size={16} stroke={1.75} />}
              onClick={() => remove.mutate()}
            >
              {t('settings.avatar.remove')}
            </ChangeButton>
          )}
        </div>
        <p className={classes.hint}>{file ? shortName(file.name) : t('settings.avatar.hint')}</p>
        {send.isPending && (
          <Progress value={share * 100} size="sm" aria-label={t('settings.avatar.progress')} />
        )}
        {refused && (
          <p className={classes.warning} role="alert">
            {t(`settings.avatar.refused.${refused.problem}`, { name: refused.name })}
          </p>
        )}
        {error && <FormError error={error} />}
      </div>
    </div>
  )
}

interface ChoosePictureProps {
  replaces: boolean
  loading: boolean
  onChoose: (file: File | null) => void
}

/** The button that chooses a picture. */
function ChoosePicture({ replaces, loading, onChoose }: ChoosePictureProps) {
  const { t } = useTranslation()
  const reset = useRef<() => void>(null)
  return (
    <FileButton
      resetRef={reset}
      onChange={(chosen) => {
        onChoose(chosen)
        // a refused file can be chosen again and shows the warning again
        reset.current?.()
      }}
      accept={accepted}
    >
      {(props) => (
        <ChangeButton
          {...props}
          variant="default"
          loading={loading}
          leftSection={<IconPhotoUp size={16} stroke={1.75} />}
        >
          {replaces ? t('settings.avatar.replace') : t('settings.avatar.choose')}
        </ChangeButton>
      )}
    </FileButton>
  )
}

/** An object URL of the chosen file, revoked when another file is chosen. */
function useObjectUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return setUrl(null)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
